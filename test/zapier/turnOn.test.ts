import { describe, expect, it } from '@jest/globals';
import {
  accountSchema,
  contract,
  eventSchema,
  createEventSchema,
  finalEventTypes,
  listSchema,
  sampleOf,
  toWire,
  type EventType,
} from '@textloom/shared/contract';
import { contactAddedToList } from '../../connectors/zapier/src/triggers/contactAddedToList.ts';
import { incomingSms } from '../../connectors/zapier/src/triggers/incomingSms.ts';
import { messageStatusChanged } from '../../connectors/zapier/src/triggers/messageStatusChanged.ts';
import { newContact } from '../../connectors/zapier/src/triggers/newContact.ts';
import { readFailure, runStep, type Item, type Step } from './runStep.ts';
import { problemBody } from '../problemBody.ts';

const refused = { status: 403, body: problemBody('insufficient_scope', 403) };
const webhook = { status: 201, body: sampleOf(contract.webhook.create.output) };
const account = { status: 200, body: sampleOf(accountSchema) };
const createEvent = <T extends EventType>(type: T, data: object = {}) => {
  const sample = sampleOf(createEventSchema(type));
  return { ...sample, data: { ...sample.data, ...data } };
};

/** Lists past events in the editor, with a key of this scope. */
const list = (step: Step, inputData: Item, events: readonly object[], scope = 'send') =>
  runStep(step, { method: 'performList', inputData }, (asked) => ({
    status: 200,
    body: asked.startsWith('GET /v1/account')
      ? { ...sampleOf(accountSchema), scope }
      : {
          data: events.map((event) => toWire(eventSchema, event)),
          has_more: false,
          next_cursor: null,
        },
  }));

const subscribe = async (step: Step, inputData: Item) => {
  const sent: unknown[] = [];
  const call = { method: 'performSubscribe', inputData, targetUrl: 'https://hooks.zapier.com/1' };
  await runStep(step, call, (asked, body) => {
    if (asked === 'GET /v1/account') return account;
    sent.push(body);
    return webhook;
  });
  return sent;
};

describe('a key that can only read', () => {
  const said =
    'This API key can only read, so it cannot turn on a Zap with this trigger. ' +
    'Reconnect the account with an API key whose scope is send.';

  it('is reported when the Zap is turned on', async () => {
    const call = { method: 'performSubscribe', targetUrl: 'https://hooks.zapier.com/1' };
    const answer = (asked: string) => (asked === 'GET /v1/account' ? account : refused);
    expect(await readFailure(runStep(newContact, call, answer))).toEqual({
      name: 'AppError',
      said,
    });
  });

  it('is reported in the editor already', async () => {
    expect(await readFailure(list(newContact, {}, [], 'read'))).toEqual({ name: 'AppError', said });
    expect((await list(newContact, {}, [])).result).toEqual([]);
  });
});

describe('an account with too many webhooks', () => {
  it('learns what to turn off or delete', async () => {
    const call = { method: 'performSubscribe', targetUrl: 'https://hooks.zapier.com/1' };
    const full = { status: 409, body: problemBody('limit_reached', 409) };
    const answer = (asked: string) => (asked === 'GET /v1/account' ? account : full);
    expect((await readFailure(runStep(newContact, call, answer))).said).toBe(
      'This account already has 100 webhooks, which Zaps, workflows and programs share. Turn off Zaps that you do not need, or delete webhooks in the console of your service, under Webhooks.',
    );
  });
});

describe('a filter of statuses', () => {
  it.each(['delivered', 'Delivered', 'message.delivered'])('accepts %s', async (status) => {
    expect(await subscribe(messageStatusChanged, { statuses: [status] })).toMatchObject([
      { events: ['message.delivered'] },
    ]);
  });

  it('selects the final statuses if it is empty, so that each message starts the Zap once', async () => {
    expect(await subscribe(messageStatusChanged, {})).toMatchObject([{ events: finalEventTypes }]);
    const { asked } = await list(messageStatusChanged, {}, []);
    expect(asked.find((one) => one.startsWith('GET /v1/events'))).not.toContain('message.sent');
    const events = [createEvent('message.sent'), createEvent('message.delivered')];
    expect((await list(messageStatusChanged, {}, events)).result).toHaveLength(1);
  });

  it('lists the statuses as the form does if there is no such status', async () => {
    expect(
      (await readFailure(subscribe(messageStatusChanged, { statuses: ['bounced'] }))).said,
    ).toBe(
      'Statuses must be Sent, Delivered, Undelivered, Failed, Expired, Unconfirmed, or Canceled. Correct the fields of this step.',
    );
  });
});

describe('an invalid number in a filter', () => {
  it('is reported in the editor already', async () => {
    expect((await readFailure(list(incomingSms, { from: ['+1'] }, []))).said).toMatch(
      /^From must be a phone number, a short code, or a name/,
    );
  });
});

describe('Contact Added to List', () => {
  const listed = sampleOf(listSchema);
  const call = { targetUrl: 'https://hooks.zapier.com/1' };
  /** Runs the trigger with a list that the account has, or has not. */
  const runWith = (method: string, list_id: string) =>
    runStep(contactAddedToList, { method, inputData: { list_id }, ...call }, (asked) => {
      if (asked === 'GET /v1/account') return account;
      if (asked === 'POST /v1/webhooks') return webhook;
      if (asked === `GET /v1/lists/${listed.id}`) return { status: 200, body: listed };
      if (asked.startsWith('GET /v1/lists/'))
        return { status: 404, body: problemBody('not_found', 404) };
      return { status: 200, body: { data: [], has_more: false, next_cursor: null } };
    });

  it.each(['VIP customers', 'lst_of_another_account'])(
    'says in the editor and when it is turned on that %s would never start it',
    async (list_id) => {
      for (const method of ['performList', 'performSubscribe'])
        expect(await readFailure(runWith(method, list_id))).toEqual({
          name: 'AppError',
          said: 'List is not the ID of a list in this account. Choose the list from the dropdown. Correct the fields of this step.',
        });
    },
  );

  it('is turned on with a list of the account', async () => {
    expect((await runWith('performSubscribe', listed.id)).asked).toContain('POST /v1/webhooks');
    expect((await runWith('performList', listed.id)).result).toEqual([]);
  });
});

describe('Join Quick Texts', () => {
  it.each(['90', '0', '2.5', 'soon'])(
    'is reported in the editor already if it is %s',
    async (burst_seconds) => {
      const said =
        'Join Quick Texts must be a whole number from 1 to 60. Correct the fields of this step.';
      expect((await readFailure(list(incomingSms, { burst_seconds }, []))).said).toBe(said);
      expect((await readFailure(subscribe(incomingSms, { burst_seconds }))).said).toBe(said);
    },
  );

  it('lets the user map the texts of a burst before the first one arrives, even without a window', async () => {
    const events = [createEvent('message.received', { text: 'Open?', keyword: null, burst: null })];
    const { id, media, created_at } = events[0]!.data;
    for (const inputData of [{ burst_seconds: '5' }, {}]) {
      const { result } = await list(incomingSms, inputData, events);
      expect(result).toMatchObject([
        { burst: [{ message_id: id, text: 'Open?', media, keyword: null, created_at }] },
      ]);
    }
    const { text, burst } = incomingSms.operation.sample!;
    expect(burst).toMatchObject([{ text }]);
  });
});

describe('past texts in the editor', () => {
  it('show the keyword that matched, and leave out skipped texts', async () => {
    const events = [
      createEvent('message.received', { text: 'Ja, gern' }),
      createEvent('message.received', { text: 'STOP', keyword: 'stop' }),
    ];
    const { result } = await list(incomingSms, { skip_opt_out_keywords: true }, events);
    expect(result).toMatchObject([{ text: 'Ja, gern', keyword: null }]);
    const keywords = ['hello, ja'];
    const { result: matched } = await list(incomingSms, { keywords }, events);
    expect(matched).toMatchObject([{ text: 'Ja, gern', keyword: 'ja' }]);
  });
});

describe('a filter of purposes', () => {
  it('limits the deliveries and the past messages', async () => {
    const chosen = { purpose: ['Marketing'], to: ['+12025550123'] };
    expect(await subscribe(messageStatusChanged, chosen)).toMatchObject([
      { filter: { purpose: ['marketing'], to: ['+12025550123'] } },
    ]);
    const [sent] = await subscribe(messageStatusChanged, {});
    expect(sent).not.toHaveProperty('filter');
    const events = [
      createEvent('message.delivered', { purpose: 'marketing' }),
      createEvent('message.delivered', { purpose: 'alert' }),
    ];
    const { result } = await list(messageStatusChanged, { purpose: ['marketing'] }, events);
    expect(result).toMatchObject([{ purpose: 'marketing', automatic: false, broadcast_id: null }]);
  });
});

describe("the service's replies to STOP", () => {
  const events = [
    createEvent('message.delivered', { automatic: true }),
    createEvent('message.delivered', { automatic: false }),
  ];
  it('start no Zap for changed statuses unless the user includes them', async () => {
    expect((await list(messageStatusChanged, {}, events)).result).toHaveLength(1);
    const all = { include_automatic_replies: 'true' };
    expect((await list(messageStatusChanged, all, events)).result).toHaveLength(2);
  });
});
