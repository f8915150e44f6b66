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
import { sql, type KyselyPlugin } from 'kysely';
import { bootstrap } from '../../../service/runtime/bootstrap.ts';
import type { Carrier, Submission, SubmitResult } from '../../../service/carriers/carrier.ts';
import { createStateWriter } from '../../../service/carriers/state/writeStates.ts';
import { createCarriers } from '../../../service/carriers/carriers.ts';
import { hideSecrets } from '../../../service/carriers/hideSecrets.ts';
import { handsetNumbers } from '../../../service/carriers/handset/handsetNumbers.ts';
import { offer } from '../../../service/carriers/offer.ts';
import type { Context } from '../../../service/core/context.ts';
import { expireUnsent } from '../../../service/dispatch/expireUnsent.ts';
import { dispatch } from '../../../service/dispatch/dispatch.ts';
import { recordSubmitResults } from '../../../service/dispatch/results/recordSubmitResults.ts';
import { recoverStaleClaims } from '../../../service/dispatch/recoverStaleClaims.ts';
import { ServiceError } from '../../../service/errors/serviceError.ts';
import { newId } from '../../../service/lib/ids.ts';
import { draftMessages, type Draft } from '../../../service/messages/draftMessages.ts';
import type { NewMessage } from '../../../service/messages/facts.ts';
import { priorityByPurpose } from '../../../service/messages/purpose.ts';
import { toAttempt } from '../../../service/messages/toMessage.ts';
import { ConnectionLostError } from '../../../service/store/databaseFailure.ts';
import { openQueues } from '../../../service/store/jobs.ts';
import { createTestContext } from '../harness/createTestContext.ts';
import { openTestStore, type TestStore } from '../harness/openTestStore.ts';
import { until } from '../harness/until.ts';
import { messageRow } from '../harness/rows.ts';

const sender = '+12025550100';
const retried: SubmitResult = {
  kind: 'unsent',
  retryAfterMs: 0,
  attempt: { result: 'unreachable' },
};

let store: TestStore;
let context: Context;

interface Scripted {
  isOpen: boolean;
  capacity: number;
  result: SubmitResult;
  submitted: string[];
  asked: string[];
}
const states: Record<'main' | 'backup', Scripted> = { main: closed(), backup: closed() };
function closed(): Scripted {
  return {
    isOpen: false,
    capacity: 10,
    result: { kind: 'accepted', refs: [null] },
    submitted: [],
    asked: [],
  };
}

/** A carrier that knows no message and returns the result that a test sets. */
const scripted = (name: 'main' | 'backup') => {
  const carrier: Omit<Carrier, 'start' | 'stop'> = {
    name,
    takesMedia: false,
    numbers: offer([sender]),
    circuit: () => ({ isOpen: states[name].isOpen, retryInMs: 0 }),
    capacity: () => (states[name].isOpen ? 0 : states[name].capacity),
    findRefusal: () => undefined,
    serializesPerRecipient: true,
    pending: () => [],
    alternateIds: () => [],
    find: (messages) => {
      states[name].asked.push(...messages.map(({ messageId }) => messageId));
      return Promise.resolve(new Map());
    },
    submit: (messages) => {
      states[name].submitted.push(...messages.map(({ messageId }) => messageId));
      return Promise.resolve(messages.map(() => states[name].result));
    },
  };
  return { carrier: carrier as Carrier };
};

beforeAll(async () => {
  store = await openTestStore();
  context = createTestContext({
    db: store.db,
    searches: store.searches,
    enqueue: await openQueues(store.boss),
    carriers: createCarriers([scripted('main'), scripted('backup')]),
  });
  await bootstrap(store.db, { apiKey: '', numbers: handsetNumbers, now: new Date() });
  await store.db.updateTable('number').set({ carrier: 'main' }).execute();
});
afterAll(() => store.close());
beforeEach(() => {
  Object.assign(states, { main: closed(), backup: closed() });
});

/** Adds a message that waits, or one whose claim a crash left behind. */
async function addMessage(
  claim?: string,
  {
    recipient = '+12025550123',
    priority = priorityByPurpose.notification,
    from = sender,
    keeps_carrier = false,
  } = {},
): Promise<string> {
  const { db } = store;
  const account = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
  const row = messageRow({
    ...{ account_id: account.id, sender: from, recipient, priority, keeps_carrier },
    carrier: keeps_carrier ? 'main' : null,
    expires_at: new Date(Date.now() + 86_400_000),
    ...(claim !== undefined && { claim, submitting_at: new Date(0), carrier: 'main' }),
  });
  await db.insertInto('message').values(row).execute();
  return row.id;
}
const readStatus = async (id: string) => {
  const row = await store.db
    .selectFrom('message')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.status;
};
/** Ends the wait of messages that went back to their queue, and dispatches. */
const dispatchAgain = async () => {
  await recoverStaleClaims(context);
  await dispatch(context);
};

describe('a message that the first carrier did not take', () => {
  it('goes to the backup when the circuit of that carrier opens', async () => {
    states.main.result = retried;
    const id = await addMessage();
    await dispatch(context);
    await dispatchAgain();
    expect([states.main.submitted, states.backup.submitted]).toEqual([[id, id], []]);
    states.main.isOpen = true;
    await dispatchAgain();
    expect(states.backup.submitted).toEqual([id]);
    expect(await readStatus(id)).toBe('sent');
  });

  it('goes to the backup if its text is too long for that carrier', async () => {
    const main: Carrier = { ...scripted('main').carrier, maxTextLength: 1 };
    const carriers = createCarriers([{ carrier: main }, scripted('backup')]);
    const id = await addMessage();
    await dispatch({ ...context, carriers });
    expect([states.main.submitted, states.backup.submitted]).toEqual([[], [id]]);
    // Short texts that wait for a full carrier do not hold up long ones.
    expect(carriers.findRoutes({ from: sender, owner: 'main' }).isMixed).toBe(true);
  });

  it('stays with that carrier if it may still know the message', async () => {
    states.main.result = { ...retried, keepsCarrier: true };
    const id = await addMessage();
    await dispatch(context);
    states.main = { ...closed(), isOpen: true };
    await dispatchAgain();
    expect(states.backup.submitted).toEqual([]);
    states.main.isOpen = false;
    await until('it is submitted again', async () => {
      await dispatchAgain();
      return states.main.submitted.length > 0;
    });
    expect([states.main.submitted, states.backup.submitted]).toEqual([[id], []]);
  });

  it('stays with that carrier after a crash, even if it does not know the message', async () => {
    states.main.result = retried;
    const id = await addMessage('clm_gone');
    await recoverStaleClaims(context);
    expect([states.main.asked, states.backup.asked]).toEqual([[id], []]);
    expect(states.main.submitted).toEqual([id]);
    states.main = { ...closed(), isOpen: true };
    await dispatchAgain();
    expect([await readStatus(id), states.backup.submitted]).toEqual(['queued', []]);
    states.main.isOpen = false;
    await until('it is submitted again', async () => {
      await dispatchAgain();
      return states.main.submitted.length > 0;
    });
    expect([states.main.submitted, states.backup.submitted]).toEqual([[id], []]);
  });
});

describe('a message that never leaves', () => {
  it.each([
    ['tried it and failed', retried, 1, 'carrier_unavailable'],
    ['had no capacity for it', { kind: 'unsent', retryAfterMs: 0 } as const, 0, 'ttl_expired'],
  ])('says whether its carrier %s', async (_, result, attempts, code) => {
    states.main.result = result;
    const id = await addMessage();
    await dispatch(context);
    const message = store.db.selectFrom('message').selectAll().where('id', '=', id);
    expect(await message.executeTakeFirst()).toMatchObject({ attempts, status: 'queued' });
    const expires_at = new Date(Date.now() - 1_000);
    await store.db.updateTable('message').set({ expires_at }).where('id', '=', id).execute();
    await expireUnsent(context);
    expect(await message.executeTakeFirst()).toMatchObject({ status: 'expired', error: { code } });
  });
});

describe('a sender whose queue at the carrier is full', () => {
  const other = '+12025550101';

  afterEach(async () => {
    await store.db.deleteFrom('message').execute();
    await store.db.deleteFrom('number').where('number', '=', other).execute();
    await store.db
      .updateTable('number')
      .set({ paced_until: null, messages_per_second: null })
      .execute();
  });

  it.each([null, 5])(
    'waits without further requests, and no other does, at %p per second',
    async (pace) => {
      const { db } = store;
      const number = await db
        .updateTable('number')
        .set({ messages_per_second: pace })
        .where('number', '=', sender)
        .returningAll()
        .executeTakeFirstOrThrow();
      const first = await addMessage();
      const second = await addMessage(undefined, { recipient: '+12025550124' });
      states.main.capacity = 1;
      states.main.result = { ...retried, retryAfterMs: 30_000, pausesSender: true };
      await dispatch(context);
      expect(states.main.submitted).toEqual([first]);
      states.main.result = closed().result;
      for (let pass = 0; pass < 3; pass++) await dispatchAgain();
      expect(states.main.submitted).toEqual([first]);
      const more = { ...number, id: newId('num'), number: other, is_default: false };
      await db
        .insertInto('number')
        .values({ ...more, paced_until: null })
        .execute();
      const urgent = await addMessage(undefined, { from: other });
      await dispatchAgain();
      expect(states.main.submitted).toEqual([first, urgent]);
      await sql`update number set paced_until = paced_until - interval '31 seconds'`.execute(db);
      await dispatchAgain();
      expect(states.main.submitted).toEqual([first, urgent, second]);
    },
  );
});

describe('a sender with a pace', () => {
  const setPace = (messages_per_second: number | null) =>
    store.db.updateTable('number').set({ messages_per_second, paced_until: null }).execute();
  beforeEach(() => setPace(1));
  afterEach(async () => {
    await setPace(null);
    await store.db.deleteFrom('message').execute();
  });

  it('does not spend it on messages that end without being sent', async () => {
    for (let count = 0; count < 3; count++) await addMessage();
    await store.db
      .updateTable('message')
      .set({ expires_at: new Date(0), due_at: new Date(0) })
      .execute();
    const id = await addMessage();
    for (let count = 0; count < 3; count++)
      expect(await dispatch(context)).toEqual({ isMore: true, awaited: [] });
    expect(states.main.submitted).toEqual([]);
    await addMessage();
    expect(await dispatch(context)).toEqual({ isMore: false, awaited: [] });
    expect(states.main.submitted).toEqual([id]);
  });
});

it('a claim is new when it is stored, however long its transaction has run', async () => {
  let waitedUntil = 0;
  const findRefusal = () => {
    const start = Date.now();
    while (Date.now() < start + 20);
    waitedUntil = Date.now();
    return undefined;
  };
  const carrier = {
    ...scripted('main').carrier,
    findRefusal,
    submit: () => Promise.resolve([{ kind: 'pending' } as const]),
  };
  const id = await addMessage();
  await dispatch({ ...context, carriers: createCarriers([{ carrier }]) });
  const { submitting_at } = await store.db
    .selectFrom('message')
    .select('submitting_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(submitting_at!.getTime()).toBeGreaterThanOrEqual(waitedUntil - 1);
  await store.db.deleteFrom('message').where('id', '=', id).execute();
});

it('a message whose carrier lost its database session is looked up immediately', async () => {
  const carrier = {
    ...scripted('main').carrier,
    submit: () => Promise.reject(new ConnectionLostError(undefined, true)),
  };
  const lost = {
    ...context,
    carriers: createCarriers([{ carrier: hideSecrets(carrier, ['secret']) }]),
  };
  const id = await addMessage();
  await expect(dispatch(lost)).rejects.toBeInstanceOf(ConnectionLostError);
  await recoverStaleClaims(context);
  expect([states.main.asked, states.main.submitted]).toEqual([[id], [id]]);
});

it('a message stays with its carrier while another one loses its database session', async () => {
  const main = {
    ...scripted('main').carrier,
    submit: () => Promise.reject(new ConnectionLostError(undefined, true)),
  };
  const backup: Carrier = {
    ...scripted('backup').carrier,
    submit: (messages) => Promise.resolve(messages.map(() => ({ kind: 'pending' }))),
  };
  const carriers = createCarriers([{ carrier: main }, { carrier: backup }]);
  const lost = await addMessage();
  const kept = await addMessage(undefined, { recipient: '+12025550124' });
  await store.db
    .updateTable('message')
    .set({ carrier: 'backup', keeps_carrier: true })
    .where('id', '=', kept)
    .execute();
  await expect(dispatch({ ...context, carriers })).rejects.toBeInstanceOf(ConnectionLostError);
  await recoverStaleClaims(context);
  expect([states.main.asked, states.backup.asked]).toEqual([[lost], []]);
  await store.db.deleteFrom('message').where('id', '=', kept).execute();
});

describe('a process that is suspended between its claim and the submit', () => {
  const suspendedMs = 30_000;
  const { now } = Date;
  const monotonicNow = performance.now.bind(performance);
  /** The clock that the suspension shows on: of a stopped process, or of a computer that slept. */
  const clocks = {
    'a monotonic clock': () =>
      jest.spyOn(performance, 'now').mockImplementation(() => monotonicNow() + suspendedMs),
    'the wall clock': () => jest.spyOn(Date, 'now').mockImplementation(() => now() + suspendedMs),
  };
  /** Runs `whileSuspended` after the next transaction, which is that of the claim. */
  const suspendAfterClaim = (showOn: () => unknown, whileSuspended: () => Promise<unknown>) => {
    const { db } = store;
    const transaction = db.transaction();
    const commit = transaction.execute.bind(transaction);
    jest.spyOn(db, 'transaction').mockReturnValueOnce(transaction);
    jest.spyOn(transaction, 'execute').mockImplementationOnce(async (work) => {
      const result = await commit(work);
      await db
        .updateTable('message')
        .set({ submitting_at: new Date(now() - suspendedMs) })
        .where('submitting_at', 'is not', null)
        .execute();
      await whileSuspended();
      showOn();
      return result;
    });
  };
  /** A process whose carrier has not responded to any submit. */
  const withoutResults = () => {
    const submits: Submission[] = [];
    const carrier: Carrier = {
      ...scripted('main').carrier,
      pending: () => submits,
      submit: (messages) => {
        submits.push(...messages);
        return Promise.resolve(messages.map(() => ({ kind: 'pending' as const })));
      },
    };
    const own = { ...context, carriers: createCarriers([{ carrier }]) };
    return { own, submits };
  };
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each(Object.entries(clocks))(
    'submits nothing that another process took over, by %s',
    async (_, showOn) => {
      const id = await addMessage();
      states.main.result = { kind: 'accepted', refs: [newId('txt')] };
      suspendAfterClaim(showOn, () => recoverStaleClaims(context));
      await dispatch(context);
      expect(states.main.submitted).toEqual([id]);
      expect(await readStatus(id)).toBe('sent');
    },
  );

  it('does not let a message count as sent that nobody submits', async () => {
    const unaskable = {
      ...scripted('main').carrier,
      find: (messages: readonly { messageId: string }[]) =>
        Promise.resolve(new Map(messages.map(({ messageId }) => [messageId, [null]]))),
    };
    const id = await addMessage();
    suspendAfterClaim(clocks['a monotonic clock'], () =>
      recoverStaleClaims({ ...context, carriers: createCarriers([{ carrier: unaskable }]) }),
    );
    await dispatch(context);
    expect([states.main.submitted, await readStatus(id)]).toEqual([[], 'undelivered']);
  });

  it('renews only its own claims, and submits nothing whose claim it lost', async () => {
    const { own, submits } = withoutResults();
    const [id, lost] = [
      await addMessage(),
      await addMessage(undefined, { recipient: '+12025550124' }),
    ];
    await dispatch(own);
    const submitting_at = new Date(now() - 10_000);
    const messages = store.db.updateTable('message').set({ submitting_at });
    await messages.where('id', '=', id).execute();
    await messages.where('id', '=', lost).set({ claim: 'clm_other' }).execute();
    clocks['a monotonic clock']();
    await recoverStaleClaims(own);
    expect(submits.map(({ messageId, lease }) => [messageId, lease.isFresh()])).toEqual([
      [id, true],
      [lost, false],
    ]);
    const rows = await store.db
      .selectFrom('message')
      .select(['id', 'submitting_at'])
      .where('id', 'in', [id, lost])
      .orderBy('id')
      .execute();
    expect(rows[0]!.submitting_at!.getTime()).toBeGreaterThan(submitting_at.getTime());
    expect(rows[1]!.submitting_at).toEqual(submitting_at);
    jest.restoreAllMocks();
    expect(submits.map(({ lease }) => lease.isFresh())).toEqual([true, false]);
    await store.db.deleteFrom('message').where('id', 'in', [id, lost]).execute();
  });

  it('does not renew its lease of a message that another process is taking over', async () => {
    const { own, submits } = withoutResults();
    const id = await addMessage();
    await dispatch(own);
    const change = store.db.updateTable('message').where('id', '=', id);
    await change.set({ submitting_at: new Date(now() - 10_000) }).execute();
    clocks['a monotonic clock']();
    const takeOver: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (result.rows.some((row) => 'is_old' in row))
          await change.set({ claim: 'clm_other' }).execute();
        return result;
      },
    };
    await recoverStaleClaims({ ...own, db: store.db.withPlugin(takeOver) });
    expect(submits.map(({ lease }) => lease.isFresh())).toEqual([false]);
    await store.db.deleteFrom('message').where('id', '=', id).execute();
  });

  it('submits a message once whose look-up took as long as a lease', async () => {
    const carrier: Carrier = {
      ...scripted('main').carrier,
      find: () => {
        jest.spyOn(performance, 'now').mockImplementation(() => monotonicNow() + 16_000);
        return Promise.resolve(new Map());
      },
    };
    const id = await addMessage('clm_gone');
    await recoverStaleClaims({ ...context, carriers: createCarriers([{ carrier }]) });
    expect([states.main.submitted, await readStatus(id)]).toEqual([[id], 'sent']);
  });

  it('returns a message to its queue if no other process took it over', async () => {
    const id = await addMessage();
    suspendAfterClaim(clocks['a monotonic clock'], () => Promise.resolve());
    await dispatch(context);
    expect([states.main.submitted, await readStatus(id)]).toEqual([[], 'queued']);
    jest.restoreAllMocks();
    await dispatchAgain();
    expect([states.main.submitted, await readStatus(id)]).toEqual([[id], 'sent']);
  });
});

describe('a process that does not know the carrier of a message', () => {
  const minute = 60_000;
  const other = (): Context => ({
    ...context,
    carriers: createCarriers([{ carrier: { ...scripted('backup').carrier, numbers: offer([]) } }]),
  });
  const endWaits = () =>
    store.db
      .updateTable('message')
      .set({ not_before: null })
      .where('final_at', 'is', null)
      .execute();
  const claimedAgo = async (ms: number) => {
    const id = await addMessage('clm_gone');
    const submitting_at = new Date(Date.now() - ms);
    await store.db.updateTable('message').set({ submitting_at }).where('id', '=', id).execute();
    return id;
  };
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('leaves it to a process that knows it, and fails it after an hour', async () => {
    const unknowing = other();
    const [id, late] = [await addMessage(), await addMessage()];
    await dispatch(unknowing);
    expect(await readStatus(id)).toBe('queued');
    await store.db.updateTable('message').set({ not_before: null }).where('id', '=', id).execute();
    await dispatch(context);
    expect([states.main.submitted, await readStatus(id)]).toEqual([[id], 'sent']);
    const start = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(start + 59 * minute);
    await endWaits();
    await dispatch(unknowing);
    expect(await readStatus(late)).toBe('queued');
    clock.mockReturnValue(start + 61 * minute);
    await endWaits();
    await dispatch(unknowing);
    expect(await readStatus(late)).toBe('failed');
    expect(states.backup.submitted).toEqual([]);
  });

  const draftIn = async (context: Context, more: Partial<NewMessage> = {}) => {
    const { db } = store;
    const account = await db.selectFrom('account').selectAll().executeTakeFirstOrThrow();
    return db.transaction().execute(async (trx) => {
      const unit = { trx, account, context, now: new Date() };
      const text = { to: '+12025550123', from: sender, text: 'Hi', ...more };
      const [{ row }] = (await draftMessages(unit, [text])) as [Draft];
      return row instanceof ServiceError ? row.code : 'accepted';
    });
  };

  it('accepts a text while a process that knows it works, and no longer', async () => {
    const { db } = store;
    const draft = (more?: Partial<NewMessage>) => draftIn(other(), more);
    expect(await draft()).toBe('no_route');
    const states = createStateWriter(context);
    await states.write();
    expect(await draft()).toBe('accepted');
    expect(await draft({ media_urls: ['https://example.com/a.png'] })).toBe('no_route');
    const age = (seconds: number) =>
      db
        .updateTable('carrier_state')
        .set({ at: sql`now() - make_interval(secs => ${seconds})` })
        .execute();
    await age(61);
    expect(await draft()).toBe('no_route');
    await age(59);
    expect(await draft()).toBe('accepted');
    await states.end();
    expect(await draft()).toBe('no_route');
    await db.deleteFrom('carrier_state').execute();
  });

  it('accepts a text for a route of a carrier that only another process has', async () => {
    const { db } = store;
    const withPrefixes = (...prefixes: string[]): Context => ({
      ...context,
      carriers: createCarriers([{ ...scripted('main'), prefixes }]),
    });
    const unknowing = withPrefixes('+1');
    const [german, french] = [{ to: '+4915123456789' }, { to: '+33612345678' }];
    const states = createStateWriter(withPrefixes('+1', '+49'));
    await states.write();
    expect(await draftIn(unknowing, german)).toBe('accepted');
    expect(await draftIn(unknowing, french)).toBe('no_route');
    // An earlier version of the service does not tell its routes.
    await sql`update carrier_state set state = state - 'routes'`.execute(db);
    expect(await draftIn(unknowing, german)).toBe('no_route');
    await db.deleteFrom('carrier_state').execute();
  });

  it('accepts media for a carrier that only another process has', async () => {
    const media = { media_urls: ['https://example.com/a.png'] };
    const carrier = { ...scripted('main').carrier, takesMedia: true };
    const states = createStateWriter({ ...context, carriers: createCarriers([{ carrier }]) });
    await states.write();
    expect(await draftIn(other(), media)).toBe('accepted');
    const withoutMedia = createCarriers([{ carrier: { ...scripted('backup').carrier } }]);
    expect(await draftIn({ ...context, carriers: withoutMedia }, media)).toBe('accepted');
    await store.db.deleteFrom('carrier_state').execute();
  });

  it('refuses a text that no carrier reaches, with the same routes in all processes', async () => {
    const refusing = { ...scripted('main').carrier, findRefusal: () => 'It is not a handset' };
    const unreaching = { ...context, carriers: createCarriers([{ carrier: refusing }]) };
    await createStateWriter(unreaching).write();
    expect(await draftIn(unreaching)).toBe('no_route');
    await store.db.deleteFrom('carrier_state').execute();
  });

  it('counts it as sent after a crash only once no other process looked it up for an hour', async () => {
    const unknowing = other();
    const [id, late] = [await claimedAgo(59 * minute), await claimedAgo(61 * minute)];
    await recoverStaleClaims(unknowing);
    expect([await readStatus(id), await readStatus(late)]).toEqual(['queued', 'sent']);
    await recoverStaleClaims(context);
    expect([states.main.asked, states.main.submitted]).toEqual([[id], [id]]);
  });
});

describe('the attempts of a message', () => {
  const record = async (id: string, result: SubmitResult) => {
    const claim = newId('clm');
    await store.db.updateTable('message').set({ claim }).where('id', '=', id).execute();
    const responses = [{ messageId: id, claim, result }];
    await recordSubmitResults(context, context.carriers.named('main')!, responses);
  };
  const listAttempts = (id: string) =>
    store.db.selectFrom('attempt').selectAll().where('message_id', '=', id).execute();

  it('count together if they end in the same way', async () => {
    const id = await addMessage();
    for (let time = 0; time < 3; time++) await record(id, retried);
    const rows = await listAttempts(id);
    expect(rows).toMatchObject([{ carrier: 'main', result: 'unreachable', count: 3 }]);
    expect(rows[0]!.last_at.getTime()).toBeGreaterThan(rows[0]!.first_at.getTime());
  });

  it('are stored up to a limit', async () => {
    const id = await addMessage();
    for (let at = 0; at < 25; at++)
      await record(id, { ...retried, attempt: { result: 'throttled', code: `E${at}` } });
    await record(id, { ...retried, attempt: { result: 'throttled', code: 'E0' } });
    const rows = await listAttempts(id);
    expect(rows).toHaveLength(20);
    expect(rows.find(({ carrier_code }) => carrier_code === 'E0')).toMatchObject({ count: 2 });
  });

  it('have the new name of a result that an earlier version stored', async () => {
    const id = await addMessage();
    await record(id, { ...retried, attempt: { result: 'throttled' } });
    await store.db
      .updateTable('attempt')
      .set({ result: 'limited' })
      .where('message_id', '=', id)
      .execute();
    expect((await listAttempts(id)).map(toAttempt)).toMatchObject([{ result: 'throttled' }]);
  });

  it('leave out a carrier that was only full', async () => {
    const id = await addMessage();
    await record(id, { kind: 'unsent', retryAfterMs: 0 });
    await record(id, { kind: 'accepted', refs: ['ref-1'] });
    expect(await listAttempts(id)).toEqual([]);
  });
});

describe('while a carrier is full and another one is idle', () => {
  /** Each carrier sends to another country, so a sender can have messages for both. */
  const byPrefix = (): Context => ({
    ...context,
    carriers: createCarriers([
      { ...scripted('main'), prefixes: ['+1'] },
      { ...scripted('backup'), prefixes: ['+49'] },
    ]),
    batch: () => 10,
  });
  const addAll = async () => {
    for (let at = 0; at < 20; at++)
      await addMessage(undefined, { recipient: `+1202555${1000 + at}` });
  };
  const postponed = () =>
    store.db.selectFrom('message').select('id').where('not_before', 'is not', null).execute();
  beforeEach(async () => {
    await store.db.deleteFrom('message').execute();
  });

  it.each([
    [
      'is not for the sender',
      () => [scripted('main'), { carrier: { ...scripted('backup').carrier, numbers: offer([]) } }],
    ],
    ['is the backup', () => [scripted('main'), scripted('backup')]],
  ])('messages keep their order if that one %s', async (_, routes) => {
    const both = { ...context, carriers: createCarriers(routes()) };
    states.main.capacity = 0;
    await addAll();
    expect(await dispatch(both)).toEqual({ isMore: true, awaited: [both.carriers.named('main')] });
    expect(await postponed()).toEqual([]);
    const urgent = await addMessage(undefined, {
      recipient: '+12025550199',
      priority: priorityByPurpose.otp,
    });
    states.main.capacity = 1;
    await dispatch(both);
    expect(states.main.submitted).toEqual([urgent]);
    expect(await postponed()).toEqual([]);
    expect(states.backup.submitted).toEqual([]);
  });

  it.each([
    ['full', false],
    ['broken', true],
  ])('messages for a %s one delay none that the idle one sends', async (_, isOpen) => {
    const both = byPrefix();
    Object.assign(states.main, { isOpen, capacity: 0 });
    await addAll();
    const id = await addMessage(undefined, { recipient: '+4915550100' });
    // A broken carrier gets no capacity, so nothing waits for it.
    const next = { isMore: true, awaited: isOpen ? [] : both.carriers.all };
    for (let run = 0; run < 2; run++) expect(await dispatch(both)).toEqual(next);
    await dispatch(both);
    expect(states.backup.submitted).toEqual([id]);
  });

  it('messages that must stay with a broken one delay none that the backup sends', async () => {
    states.main.isOpen = true;
    states.backup.capacity = 1;
    await addMessage(undefined, { keeps_carrier: true });
    const id = await addMessage(undefined, { recipient: '+12025550124' });
    expect(await dispatch(context)).toEqual({ isMore: true, awaited: [] });
    await dispatch(context);
    expect(states.backup.submitted).toEqual([id]);
  });

  it('the next pass waits for all of them if all are full', async () => {
    states.main.capacity = 0;
    states.backup.capacity = 0;
    expect(await dispatch(context)).toEqual({ isMore: false, awaited: [] });
    await addMessage();
    expect(await dispatch(context)).toEqual({ isMore: true, awaited: context.carriers.all });
  });

  describe('dispatch shares its passes among senders:', () => {
    const senders = { main: '+1206555', backup: '+1207555' };
    /** Gives each of these senders of a carrier as many waiting messages. */
    const addSenders = (owner: keyof typeof senders, count: number, messages: number) =>
      sql`with sender as (
          insert into number (id, account_id, number, country, type, status, is_default, carrier,
            created_at)
          select 'num_' || ${owner} || n, account_id, ${senders[owner]} || 1000 + n, country, type,
            status, false, ${owner}, created_at
          from number, generate_series(1, ${count}::int) as n where number.number = ${sender}
          returning id, account_id, number, created_at
        )
        insert into message (id, account_id, direction, status, sender, recipient, priority, text,
          encoding, segments, purpose, metadata, sequence, created_at, due_at)
        select 'msg_' || id || n, account_id, 'outbound', 'queued', number,
          '+120855' || 10000 + n, 1, 'Hi', 'gsm7', 1, 'notification', '{}', 0, created_at, created_at
        from sender, generate_series(1, ${messages}::int) as n`.execute(store.db);
    afterEach(async () => {
      await store.db.deleteFrom('message').execute();
      await store.db.deleteFrom('number').where('number', '!=', sender).execute();
    });

    /** Lets the capacity of the main carrier depend on what happens. */
    const withCapacity = (capacity: () => number): Context => ({
      ...context,
      carriers: createCarriers([
        { carrier: { ...scripted('main').carrier, capacity } },
        scripted('backup'),
      ]),
    });

    it('those of the full one get no turn and no share', async () => {
      states.main.capacity = 0;
      states.backup.capacity = 10_000;
      await addSenders('main', 400, 1);
      await addSenders('backup', 1, 1_200);
      for (const sent of [500, 1_000]) {
        await dispatch(context);
        expect(states.backup.submitted).toHaveLength(sent);
      }
      const awaited = [context.carriers.named('main')];
      expect(await dispatch(context)).toEqual({ isMore: true, awaited });
      expect(states.backup.submitted).toHaveLength(1_200);
    });

    it('those of the nearly full one get no share that it cannot use', async () => {
      states.main.capacity = 2;
      states.backup.capacity = 10_000;
      await addSenders('main', 100, 5);
      await addSenders('backup', 2, 300);
      await dispatch(context);
      expect(states.main.submitted).toHaveLength(2);
      expect(states.backup.submitted).toHaveLength(498);
    });

    it('the next pass is immediate while a carrier has capacity, and then waits for it', async () => {
      const both = withCapacity(() => Math.max(0, 3 - states.main.submitted.length));
      await addSenders('main', 250, 1);
      expect(await dispatch(both)).toEqual({ isMore: true, awaited: [] });
      expect(await dispatch(both)).toEqual({
        isMore: true,
        awaited: [both.carriers.named('main')],
      });
      expect(states.main.submitted).toHaveLength(3);
    });

    it('the next pass is immediate if the full one gets capacity meanwhile', async () => {
      const both = withCapacity(() => states.backup.submitted.length);
      await addSenders('main', 1, 1);
      await addSenders('backup', 1, 1);
      expect(await dispatch(both)).toEqual({ isMore: true, awaited: [] });
      await dispatch(both);
      expect(states.main.submitted).toHaveLength(1);
    });

    it('the next pass waits if a sender also has messages for the full one', async () => {
      const both = byPrefix();
      states.main.capacity = 0;
      await addMessage(undefined, { recipient: '+4915550100' });
      await addAll();
      expect(await dispatch(both)).toEqual({ isMore: true, awaited: both.carriers.all });
      expect(states.backup.submitted).toHaveLength(1);
      expect(await postponed()).toHaveLength(9);
    });
  });

  it('messages keep their order if several senders share the full one', async () => {
    const other = '+12025550101';
    await sql`insert into number (id, account_id, number, country, type, status, is_default, carrier, created_at)
      select 'num_other', account_id, ${other}, country, type, status, false, carrier, created_at
      from number`.execute(store.db);
    states.main.capacity = 1;
    await addMessage();
    await addMessage(undefined, { from: other });
    await dispatch(context);
    expect(states.main.submitted).toHaveLength(1);
    expect(await postponed()).toEqual([]);
  });
});
