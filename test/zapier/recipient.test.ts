import { describe, expect, it } from '@jest/globals';
import { contract, sampleOf } from '@textloom/shared/contract';
import { sendMessage } from '../../connectors/zapier/src/creates/sendMessage.ts';
import { sendMessages } from '../../connectors/zapier/src/creates/sendMessages.ts';
import { deriveIdempotencyKey } from '@textloom/shared/connector/deduplicate';
import { toE164 } from '../../service/phones/phone.ts';
import { runStep } from './runStep.ts';

interface Sent {
  readonly to: string;
  readonly messages: readonly { readonly to: string; readonly idempotency_key: string }[];
}
const message = sampleOf(contract.message.send.output);

/** Reads numbers as the service does, for an account in the US. */
async function sendTo(to: readonly string[]) {
  const seen: { to: string; key: string }[] = [];
  const answer = (what: string, body: unknown, headers: NodeJS.Dict<string | string[]>) => {
    const { to, messages = [] } = body as Partial<Sent>;
    if (what.endsWith('/preview')) {
      const preview = sampleOf(contract.message.preview.output);
      return { status: 200, body: { ...preview, to: toE164(to!, 'US') ?? null } };
    }
    if (to !== undefined) seen.push({ to, key: String(headers['idempotency-key']) });
    seen.push(...messages.map(({ to, idempotency_key: key }) => ({ to, key })));
    const results = messages.map(() => ({ status: 202, message, problem: null }));
    return messages.length > 0
      ? { status: 200, body: { results } }
      : { status: 202, body: message };
  };
  const step = { text: 'Hi', deduplication_key: 'order-7' };
  const { asked } = await runStep(sendMessage, { inputData: { ...step, to } }, answer);
  const one = [...seen];
  const inputData = { messages: to.map((to) => ({ ...step, to })) };
  await runStep(sendMessages, { inputData }, answer);
  return { one, many: seen.slice(one.length), asked };
}

describe('a recipient', () => {
  it.each([
    ['+491701234567', ['+49 (0)170 1234567', '+4901701234567', '+49 170 1234567']],
    ['+390612345678', ['+39 06 1234 5678']],
    ['+12025550173', ['+1 202 555 0173', '(202) 555-0173', '\u202a+12025550173\u202c']],
    [
      '+12025550173',
      ['tel:+1-202-555-0173', '+1\u2010202\u2010555\u20100173', '2025550173 ext. 5'],
    ],
  ])('is %s in all spellings, and gets one text', async (e164, spellings) => {
    const { one, many } = await sendTo([e164, ...spellings]);
    const key = deriveIdempotencyKey(e164, 'order-7');
    expect(one).toEqual([{ to: e164, key }]);
    expect(many).toEqual([e164, ...spellings].map(() => ({ to: e164, key })));
  });

  it('whose number needs no country costs no further request', async () => {
    const { asked } = await sendTo(['+12025550173', '+1 (202) 555-0173', '+491701234567']);
    expect(asked).toEqual(['POST /v1/messages/batch']);
  });

  it.each([sendMessage, sendMessages])(
    'whose number needs the country makes no request at the same time as hundreds of others: $key',
    async (step) => {
      let running = 0;
      let most = 0;
      const preview = sampleOf(contract.message.preview.output);
      const to = Array.from({ length: 50 }, (_, index) => `0170 12345${index + 10}`);
      const one = { text: 'Hi', deduplication_key: 'order-7' };
      const messages = to.map((to) => ({ ...one, to }));
      const inputData = step === sendMessage ? { ...one, to } : { messages };
      const { asked } = await runStep(step, { inputData }, async (what, body) => {
        if (!what.endsWith('/preview')) {
          const results = to.map(() => ({ status: 202, message, problem: null }));
          return { status: 200, body: { results } };
        }
        most = Math.max(most, ++running);
        await new Promise((done) => setTimeout(done, 30));
        running--;
        return { status: 200, body: { ...preview, to: toE164((body as Sent).to, 'DE') } };
      });
      expect(asked).toHaveLength(51);
      expect(most).toBeLessThanOrEqual(10);
    },
  );

  it('whose number needs the country makes one request with others in North America', async () => {
    const { asked } = await sendTo(['202-555-0173', '2025550174', '1 (202) 555-0175']);
    expect(asked).toEqual(['POST /v1/messages/preview', 'POST /v1/messages/batch']);
  });

  it.each([
    ['tel:+1-202-555-0123;ext=5', ['+12025550123']],
    ['tel:202-555-0123;phone-context=+1', ['+12025550123']],
    [
      'tel:5550123;isub=1;phone-context=example.com',
      ['tel:5550123;isub=1;phone-context=example.com'],
    ],
    ['+1 202 555 0123, ext. 5; +1 202 555 0124,x7', ['+12025550123', '+12025550124']],
    [
      '+12025550123,+12025550124;+12025550125\n+12025550126',
      [3, 4, 5, 6].map((n) => `+1202555012${n}`),
    ],
  ])('in the list %j is read as a whole', async (row, recipients) => {
    const { one } = await sendTo([row, row]);
    expect(one.map(({ to }) => to)).toEqual(recipients);
  });

  it('that is not a number is sent as it is', async () => {
    expect((await sendTo(['Jane'])).one).toMatchObject([{ to: 'Jane' }]);
  });
});
