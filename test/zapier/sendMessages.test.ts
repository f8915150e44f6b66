import { describe, expect, it } from '@jest/globals';
import { errors, messageSchema, sampleOf, type ErrorCode } from '@textloom/shared/contract';
import { sendMessage } from '../../connectors/zapier/src/creates/sendMessage.ts';
import { sendMessages } from '../../connectors/zapier/src/creates/sendMessages.ts';
import { readFailure, runStep } from './runStep.ts';

const rejected = (code: ErrorCode) => ({
  status: errors[code].status,
  message: null,
  problem: {
    code,
    detail: `${errors[code].title}. ${errors[code].remedy}`,
    errors:
      code === 'validation_failed'
        ? [{ pointer: '/to', code: 'invalid_phone_number', detail: 'must be a phone number.' }]
        : [],
  },
});
const accepted = { status: 202, message: sampleOf(messageSchema), problem: null };

const createLines = (count: number) =>
  Array.from({ length: count }, () => ({ to: '+12025550123', text: 'Hi' }));
const mayBeSent = {
  name: 'AppError',
  said: 'The service did not confirm the message, so the message may have been sent. Before you send it again, check in the service whether it was sent. If Deduplication Key is filled in, a replay does not send it twice.',
};

/** Sends as many lines as the service gives results. */
const bulk = (results: readonly object[]) =>
  runStep(
    sendMessages,
    { inputData: { messages: results.map(() => ({ to: '+12025550123', text: 'Hi' })) } },
    () => ({ status: 200, body: { results } }),
  );

const replayed = {
  status: 202,
  body: accepted.message,
  headers: { 'idempotent-replayed': 'true' },
};

describe('Send Message', () => {
  it.each([
    [{ ...replayed, headers: {} }, false],
    [replayed, true],
  ])('says whether an earlier run sent the message with the same key', async (answer, already) => {
    const inputData = { to: ['+12025550123'], text: 'Hi', deduplication_key: 'nightly' };
    const { result } = await runStep(sendMessage, { inputData }, () => answer);
    expect(result).toMatchObject({
      already_sent: already,
      recipients: [{ is_accepted: true, already_sent: already }],
    });
  });

  it('counts the recipients that were accepted and rejected', async () => {
    const send = async (to: readonly string[], body: object) => {
      const { result } = await runStep(sendMessage, { inputData: { to, text: 'Hi' } }, () => ({
        ...{ status: 200, body },
      }));
      return result;
    };
    const both = ['+12025550123', '+12025550124'];
    const results = [accepted, rejected('recipient_opted_out')];
    expect(await send(both, { results })).toMatchObject({ accepted: 1, rejected: 1 });
    const one = await send(both.slice(1), accepted.message);
    expect(one).toMatchObject({ accepted: 1, rejected: 0 });
  });
});

describe('Send Bulk Messages', () => {
  it('succeeds with the counts if at least one line is accepted', async () => {
    const { result } = await bulk([accepted, rejected('recipient_opted_out')]);
    expect(result).toMatchObject({
      accepted: 1,
      rejected: 1,
      results: [{ is_accepted: true }, { is_accepted: false, error_code: 'recipient_opted_out' }],
    });
  });

  it('says which lines an earlier run sent with the same key', async () => {
    const { result } = await bulk([
      { ...accepted, replayed: true },
      { ...accepted, replayed: false },
      rejected('recipient_opted_out'),
    ]);
    const [first, second, third] = [true, false, false].map((already_sent) => ({ already_sent }));
    expect(result).toMatchObject({ results: [first, second, third] });
  });

  it('does not promise a retry of a line if it accepts another', async () => {
    const { result } = await bulk([accepted, rejected('rate_limited'), rejected('unavailable')]);
    const remedy =
      'Zapier does not retry this message, because the step continues. Send it again later.';
    expect(result).toMatchObject({
      results: [
        { error: null },
        { error: `Too many requests. ${remedy}` },
        { error: `${errors.unavailable.title}. ${remedy}` },
      ],
    });
  });

  it.each([undefined, 'order-7'])(
    'rejects only the line without a recipient (Deduplication Key: %s)',
    async (deduplication_key) => {
      const messages = createLines(2).map((line) => ({ ...line, deduplication_key }));
      messages[0]!.to = '';
      let sent: unknown;
      const { result } = await runStep(
        sendMessages,
        { inputData: { messages } },
        (_asked, body) => {
          sent = body;
          return { status: 200, body: { results: [rejected('validation_failed'), accepted] } };
        },
      );
      expect(sent).toEqual({
        messages: [
          { text: 'Hi', idempotency_key: expect.any(String) },
          { to: '+12025550123', text: 'Hi', idempotency_key: expect.any(String) },
        ],
      });
      expect(result).toMatchObject({
        results: [{ is_accepted: false, to: null }, { is_accepted: true }],
      });
    },
  );

  it.each<[string, ErrorCode[], string, string]>([
    [
      'stops with the first problem if the user must correct a line',
      ['recipient_opted_out', 'validation_failed', 'validation_failed'],
      'AppError',
      'No message was accepted. To must be a phone number. Correct the fields of this step.',
    ],
    [
      'halts, so that the Zap stays on, if it cannot text any of the recipients',
      ['recipient_opted_out', 'no_route'],
      'HaltedError',
      'No message was accepted. The recipient has opted out. Do not text this recipient until they reply START.',
    ],
    [
      'lets Zapier retry if the service was too busy for a line and accepted no other',
      ['recipient_opted_out', 'rate_limited'],
      'ThrottledError',
      'No message was accepted. Too many requests. Zapier retries actions automatically. Otherwise, try again in a minute.',
    ],
    [
      'does not say that no message was accepted while an earlier run may be sending one',
      ['validation_failed', 'idempotency_in_progress'],
      'AppError',
      'The first request with this idempotency key is still running. Find the message before you send it again, because it may already be on its way.',
    ],
  ])('%s', async (_title, codes, name, said) => {
    expect(await readFailure(bulk(codes.map(rejected)))).toEqual({ name, said });
  });

  it('says that messages may have been sent if the response contains no results', async () => {
    const work = runStep(sendMessages, { inputData: { messages: createLines(2) } }, () => ({
      status: 200,
      body: { results: [] },
    }));
    expect(await readFailure(work)).toEqual(mayBeSent);
  });

  it('says that messages may have been sent if only the response to the last of them is lost', async () => {
    let calls = 0;
    const results = createLines(500).map(() => rejected('recipient_opted_out'));
    const work = runStep(sendMessages, { inputData: { messages: createLines(600) } }, () =>
      ++calls === 1 ? { status: 200, body: { results } } : { status: 500, body: '<p>' },
    );
    expect(await readFailure(work)).toEqual(mayBeSent);
    expect(calls).toBe(2);
  });

  it.each([
    ['a text', 'abc'],
    ['lines and a text', [{ to: '+12025550123', text: 'Hi' }, 'abc']],
    ['lines with other names', [{ phone: '+12025550123', message: 'Hi' }]],
  ])('names the field and sends nothing if its value is %s', async (_title, messages) => {
    const asked: string[] = [];
    const work = runStep(sendMessages, { inputData: { messages } }, (what) => {
      asked.push(what);
      return { status: 200, body: { results: [accepted] } };
    });
    expect(await readFailure(work)).toEqual({
      name: 'AppError',
      said: 'Messages must be line items. Map To and Text of each line from a step that returns line items. Correct the fields of this step.',
    });
    expect(asked).toEqual([]);
  });
});
