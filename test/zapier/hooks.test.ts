import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { createAppTester, type Bundle, type ZObject } from 'zapier-platform-core';
import {
  accountSchema,
  contract,
  eventSchema,
  createEventSchema,
  sampleOf,
  toWire,
  type EventType,
} from '@textloom/shared/contract';
import { signWebhook } from '@textloom/shared/webhooks';
import { exampleMedia } from '../../connectors/zapier/src/fields/results.ts';
import { app } from '../../connectors/zapier/src/index.ts';
import { contactAddedToList } from '../../connectors/zapier/src/triggers/contactAddedToList.ts';
import { contactOptedOutOrIn } from '../../connectors/zapier/src/triggers/contactOptedOutOrIn.ts';
import { incomingSms } from '../../connectors/zapier/src/triggers/incomingSms.ts';
import { messageStatusChanged } from '../../connectors/zapier/src/triggers/messageStatusChanged.ts';
import { newContact } from '../../connectors/zapier/src/triggers/newContact.ts';
import { registrationDecided } from '../../connectors/zapier/src/triggers/registrationDecided.ts';
import { problemBody } from '../problemBody.ts';
import { startFarSide, type Answer } from './farSide.ts';
import { flatKeys } from './rules.ts';
import { readFailure } from './runStep.ts';

const run = createAppTester(app);
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const zapiersName = (name: string) =>
  `Http-${name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())}`;

interface Delivered {
  type?: EventType;
  signedWith?: string;
  ageSeconds?: number;
  headerName?: (name: string) => string;
  content?: (body: string) => string;
  inputData?: Record<string, unknown>;
  data?: object;
}

/** Creates a delivery as Zapier passes it on. */
function delivery(delivered: Delivered = {}): Partial<Bundle> {
  const {
    type = 'message.received',
    signedWith = secret,
    ageSeconds = 0,
    headerName = zapiersName,
    content = (body: string) => body,
    inputData = {},
    data = {},
  } = delivered;
  const event = sampleOf(createEventSchema(type)) as { data: object };
  const happened = { ...event, data: { ...event.data, ...data } };
  const body = JSON.stringify(toWire(eventSchema, happened));
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  const headers = signWebhook({ id: 'evt_1', timestamp, body }, [signedWith]);
  return {
    inputData,
    subscribeData: { id: 'whk_1', secret } as { id: string },
    cleanedRequest: JSON.parse(body) as unknown,
    rawRequest: {
      method: 'POST',
      content: content(body),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [headerName(name), value]),
      ),
    },
  };
}

type Items = Record<string, unknown>[];
/** The platform's type of a trigger does not say which kind of trigger it is. */
const performing =
  ({ operation }: { operation: object }) =>
  (bundle: Partial<Bundle>): Promise<Items> =>
    run((operation as { perform: (z: ZObject, bundle: Bundle) => Items }).perform, bundle);
const incoming = performing(incomingSms);
const changed = performing(messageStatusChanged);
const opted = performing(contactOptedOutOrIn);
const decided = performing(registrationDecided);

// The platform prints the log of the app to the console.
let log: jest.SpiedFunction<typeof console.log>;
beforeAll(() => {
  log = jest.spyOn(console, 'log').mockReturnValue();
});
afterAll(() => {
  log.mockRestore();
});

describe('a delivery to a Zap', () => {
  it('starts it with the event and the message', async () => {
    expect(await incoming(delivery())).toEqual([
      expect.objectContaining({
        id: 'evt_01JZ3K8QW5T4V9XH2M6N7P8R0S',
        message_id: 'msg_01JZ3K8QW5T4V9XH2M6N7P8R0S',
        text: 'Your order 1042 is on its way',
        timestamp: '2026-01-31T09:30:00.000Z',
      }),
    ]);
  });

  it.each([
    ['as Zapier prefixes them', zapiersName],
    ['as they were sent', (name: string) => name],
    ['in capitals', (name: string) => name.toUpperCase()],
  ])('is verified by its headers, named %s', async (_title, headerName) => {
    expect(await incoming(delivery({ headerName }))).toHaveLength(1);
  });

  it('starts it hours later too, because Zapier holds deliveries while a Zap is paused', async () => {
    expect(await incoming(delivery({ ageSeconds: 20 * 3600 }))).toHaveLength(1);
    expect(await incoming(delivery({ ageSeconds: 25 * 3600 }))).toEqual([]);
  });

  it('can contain letters outside ASCII', async () => {
    const bundle = delivery();
    const content = bundle.rawRequest!.content!.replace('Your order', '👋 Größe');
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = signWebhook({ id: 'evt_1', timestamp, body: content }, [secret]);
    const [item] = await incoming({ ...bundle, rawRequest: { headers, content } });
    expect(item).toMatchObject({ text: expect.stringContaining('👋 Größe') });
  });

  it.each<[string, Delivered]>([
    ['is signed with another secret', { signedWith: `whsec_${'A'.repeat(32)}` }],
    ['was changed in transit', { content: (body) => body.replace('1042', '1043') }],
    ['lacks its signature', { headerName: (name) => name.replace('signature', 'other') }],
    ['lacks its timestamp', { headerName: (name) => name.replace('timestamp', 'other') }],
  ])('that %s starts nothing and causes no error', async (_title, forged) => {
    log.mockClear();
    expect(await incoming(delivery(forged))).toEqual([]);
    expect(log.mock.calls.flat().join()).toMatch(/A delivery was ignored/);
    expect(log.mock.calls.flat().join()).not.toMatch(/whsec_|order/);
  });

  it.each([
    ['off', 1],
    ['on', 0],
    ['', 0],
    ['OFF', 0],
  ])('that is forged, where WEBHOOK_SIGNATURES is "%s", starts %s Zaps', async (setting, count) => {
    process.env.WEBHOOK_SIGNATURES = setting;
    try {
      const forged = delivery({ signedWith: `whsec_${'A'.repeat(32)}` });
      expect(await incoming(forged)).toHaveLength(count);
      expect(await incoming({ ...forged, cleanedRequest: undefined })).toHaveLength(0);
    } finally {
      delete process.env.WEBHOOK_SIGNATURES;
    }
  });

  it.each(['rawRequest', 'subscribeData'])('without its %s starts nothing', async (part) => {
    expect(await incoming({ ...delivery(), [part]: undefined })).toEqual([]);
  });

  it.each<[string, () => Promise<boolean | null>, number, number]>([
    ['starts it when it is new', () => Promise.resolve(true), 1, 0],
    ['starts nothing if the Zap has already had it', () => Promise.resolve(false), 0, 0],
    [
      "starts it when Zapier's store fails, and logs that",
      () => Promise.reject(new Error('No store')),
      1,
      1,
    ],
    [
      "starts it when Zapier's store does not respond, and logs that",
      () => Promise.resolve(null),
      1,
      1,
    ],
  ])('%s', async (_title, set, count, warnings) => {
    log.mockClear();
    const { perform } = incomingSms.operation as {
      perform: (z: ZObject, bundle: Bundle) => Promise<Items>;
    };
    const asked: unknown[] = [];
    const items = await run((z, bundle) => {
      const cache = {
        ...z.cache,
        set: (...call: unknown[]) => {
          asked.push(call);
          return set();
        },
      };
      return perform({ ...z, cache }, bundle);
    }, delivery());
    expect(items).toHaveLength(count);
    const logged =
      log.mock.calls
        .flat()
        .join()
        .match(/did not store the ID of this event/g) ?? [];
    expect(logged).toHaveLength(warnings);
    expect(asked).toEqual([
      ['whk_1:evt_01JZ3K8QW5T4V9XH2M6N7P8R0S', true, 172_800, ['auth'], true],
    ]);
  });

  it('starts only the Zaps that subscribe to this event', async () => {
    expect(await incoming(delivery({ type: 'webhook.test' }))).toEqual([]);
    expect(await incoming(delivery({ type: 'message.sent' }))).toEqual([]);
    expect(await changed(delivery({ type: 'message.failed' }))).toHaveLength(1);
    // A subscription from before the default was final statuses also gets the others.
    expect(await changed(delivery({ type: 'message.sent' }))).toHaveLength(1);
    const inputData = { statuses: ['message.delivered'] };
    expect(await changed(delivery({ type: 'message.failed', inputData }))).toEqual([]);
    expect(await changed(delivery({ type: 'message.delivered', inputData }))).toHaveLength(1);
  });
});

describe('a Zap that is reconnected', () => {
  const accountA = { ...sampleOf(accountSchema), id: 'acc_A' };
  const accountB = { ...accountA, id: 'acc_B' };
  const { performSubscribe, performUnsubscribe } = incomingSms.operation as {
    performSubscribe: (z: ZObject, bundle: Bundle) => Promise<object>;
    performUnsubscribe: (z: ZObject, bundle: Bundle) => Promise<object>;
  };

  /** Starts a service that has two keys of account A and one of account B. */
  const startService = () =>
    startFarSide((asked, body, { authorization }) => {
      if (failing && asked === 'GET /v1/account') return failing;
      const account = authorization === 'Bearer B' ? accountB : accountA;
      if (asked === 'GET /v1/account') return { status: 200, body: account };
      if (asked === 'POST /v1/webhooks') {
        ({ secret: subscribedSecret } = body as { secret: string });
        return { status: 201, body: sampleOf(contract.webhook.create.output) };
      }
      return account === accountA
        ? { status: 204, body: {} }
        : { status: 404, body: problemBody('not_found', 404) };
    });
  let subscribedSecret = '';
  let failing: Answer | undefined;
  let far: Awaited<ReturnType<typeof startService>>;
  beforeEach(async () => {
    far = await startService();
    failing = undefined;
  });
  afterEach(() => far.stop());

  /** Turns a Zap on with the first key of account A, and returns its bundle with another key. */
  const reconnect = async (api_key: string) => {
    const authData = { ...far.authData, api_key: 'A' };
    const targetUrl = 'https://hooks.zapier.com/1';
    const subscribed = await run(performSubscribe, { authData, targetUrl });
    return {
      ...delivery({ signedWith: subscribedSecret }),
      authData: { ...far.authData, api_key },
      subscribeData: subscribed as { id: string },
    };
  };

  it('to another account starts nothing with the texts of the first one', async () => {
    const bundle = await reconnect('B');
    expect((await readFailure(incoming(bundle))).said).toBe(
      'This Zap was turned on with another account and still gets the events of that account. Turn the Zap off and on to get the events of the connected account.',
    );
  });

  it('to another account says that its webhook still exists when it is turned off', async () => {
    const bundle = await reconnect('B');
    expect((await readFailure(run(performUnsubscribe, bundle))).said).toBe(
      'The webhook of this Zap belongs to another account, so it still exists. Delete it in the console of that account, under Webhooks.',
    );
  });

  it('with a new key of the same account starts as before, and can be turned off', async () => {
    const bundle = await reconnect('A2');
    expect(await incoming(bundle)).toHaveLength(1);
    expect(await run(performUnsubscribe, bundle)).toEqual({});
  });

  it('with a new key asks for the account only once, and not for the account of another key', async () => {
    const bundle = await reconnect('A2');
    const before = far.asked.length;
    expect(await incoming(bundle)).toHaveLength(1);
    expect(await incoming(bundle)).toHaveLength(1);
    expect(far.asked.slice(before)).toEqual(['GET /v1/account']);
    const other = { ...bundle, authData: { ...bundle.authData, api_key: 'B' } };
    await expect(incoming(other)).rejects.toThrow('This Zap was turned on with another account');
  });

  it("starts as before if Zapier's store fails", async () => {
    const bundle = await reconnect('A2');
    const { perform } = incomingSms.operation as {
      perform: (z: ZObject, bundle: Bundle) => Promise<Items>;
    };
    const fail = () => Promise.reject(new Error('No store'));
    const items = await run(
      (z, bundle) => perform({ ...z, cache: { ...z.cache, get: fail, set: fail } }, bundle),
      bundle,
    );
    expect(items).toHaveLength(1);
  });

  it.each<[string, Answer]>([
    [
      'is busy',
      { status: 429, body: problemBody('rate_limited', 429), headers: { 'retry-after': '3000' } },
    ],
    ['fails', { status: 500, body: problemBody('internal_error', 500) }],
    ['is behind a proxy that fails', { status: 520, body: '', headers: { 'retry-after': '3000' } }],
  ])('starts later if the service %s when it is asked for the account', async (_, answer) => {
    const bundle = await reconnect('A2');
    failing = answer;
    const { name, message } = await incoming(bundle).then(
      () => new Error('It did not fail'),
      (error: unknown) => error as Error,
    );
    expect(name).toBe('ThrottledError');
    const { delay, message: said } = JSON.parse(message) as { delay: number; message: string };
    expect(delay).toBeGreaterThanOrEqual(60);
    expect(delay).toBeLessThanOrEqual(300);
    expect(said).toMatch(/\. Zapier starts the Zap with this event later\./);
    failing = undefined;
    expect(await incoming(bundle)).toHaveLength(1);
  });

  it('asks for the account only if the connection has changed', async () => {
    const bundle = await reconnect('A');
    const before = far.asked.length;
    expect(await incoming(bundle)).toHaveLength(1);
    expect(far.asked).toHaveLength(before);
  });
});

describe('a Zap that is turned off', () => {
  const turnOff = async (status: number, body: object = {}) => {
    const far = await startFarSide(() => ({ status, body }));
    const { performUnsubscribe } = incomingSms.operation as {
      performUnsubscribe: (z: ZObject, bundle: Bundle) => Promise<object>;
    };
    const subscribeData = { id: 'whk_1', secret } as { id: string };
    try {
      return await run(performUnsubscribe, { authData: far.authData, subscribeData });
    } finally {
      expect(far.asked).toEqual(expect.arrayContaining(['DELETE /v1/webhooks/whk_1']));
      await far.stop();
    }
  };

  it.each([
    [204, {}],
    [404, problemBody('not_found', 404)],
  ])('has ended its subscription if the service responds with %d', async (status, body) => {
    expect(await turnOff(status, body)).toEqual({});
  });

  it.each([
    [403, {}],
    [404, {}],
    [404, problemBody('unknown_path', 404)],
    [500, {}],
  ])('reports a failure after a %d with the body %j', async (status, body) => {
    await expect(turnOff(status, body)).rejects.toThrow();
  });
});

describe('a choice among events', () => {
  it.each([
    ['changes', 'contact.opted_in', 'contact.opted_out', opted],
    ['decisions', 'registration.rejected', 'registration.approved', decided],
  ] as const)(
    'called %s starts the Zap for %s, and not for %s',
    async (key, chosen, other, zap) => {
      const inputData = { [key]: [chosen] };
      expect(await zap(delivery({ type: chosen, inputData }))).toHaveLength(1);
      expect(await zap(delivery({ type: other, inputData }))).toEqual([]);
      expect(await zap(delivery({ type: other }))).toHaveLength(1);
      expect(await zap(delivery({ type: 'contact.created' }))).toEqual([]);
    },
  );
});

describe('an opt-out of one number', () => {
  it.each([
    ['contact.opted_out', 'opted_out', ['+12025550100']],
    ['contact.opted_in', 'opted_in', []],
  ] as const)(
    'differs from an opt-in although the status stays: %s',
    async (type, change, numbers) => {
      const data = {
        status: 'subscribed',
        previous_status: 'subscribed',
        opted_out_numbers: numbers,
      };
      expect(await opted(delivery({ type, data }))).toMatchObject([
        { change, status: 'subscribed', opted_out_numbers: numbers },
      ]);
    },
  );
});

describe.each([
  ['New Incoming SMS', incomingSms, 'message.received', incoming],
  ['Message Status Changed', messageStatusChanged, 'message.delivered', changed],
  ['New Contact', newContact, 'contact.created', performing(newContact)],
  [
    'Contact Added to List',
    contactAddedToList,
    'list.contact_added',
    performing(contactAddedToList),
  ],
  ['Contact Opted Out or In', contactOptedOutOrIn, 'contact.opted_out', opted],
  ['Registration Decided', registrationDecided, 'registration.rejected', decided],
] as const)('the sample of %s', (_title, trigger, type, perform) => {
  it('has the names of the fields in a delivery', async () => {
    const data = type === 'message.received' ? { media: exampleMedia } : {};
    const [item] = await perform(delivery({ type, data }));
    const listNames = (item: Items[number]) => {
      const contact = { ...(item.contact as object | undefined), attributes: {} };
      return flatKeys({ ...item, metadata: {}, attributes: {}, contact });
    };
    expect(listNames(item!)).toEqual(listNames(trigger.operation.sample as Items[number]));
  });
});
