import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { bootstrap } from '../../../service/runtime/bootstrap.ts';
import type { Carrier, SubmitResult } from '../../../service/carriers/carrier.ts';
import { createCarriers } from '../../../service/carriers/carriers.ts';
import { handsetNumbers } from '../../../service/carriers/handset/handsetNumbers.ts';
import { offer } from '../../../service/carriers/offer.ts';
import type { Context } from '../../../service/core/context.ts';
import { dispatch } from '../../../service/dispatch/dispatch.ts';
import { recordSubmitResults } from '../../../service/dispatch/results/recordSubmitResults.ts';
import { recoverStaleClaims } from '../../../service/dispatch/recoverStaleClaims.ts';
import { sweep } from '../../../service/runtime/sweep.ts';
import { newId } from '../../../service/lib/ids.ts';
import { storeSecretTexts } from '../../../service/secrets/secretTexts.ts';
import type { Db } from '../../../service/store/database.ts';
import { openQueues } from '../../../service/store/jobs.ts';
import { createTestContext } from '../harness/createTestContext.ts';
import { openTestStore, type TestStore } from '../harness/openTestStore.ts';
import { messageRow } from '../harness/rows.ts';

let store: TestStore;
let context: Context;
const submitted: string[] = [];

/** Simulates a carrier that has never seen a message, as after a crash before the submit. */
const carrier: Carrier = {
  name: 'scripted',
  numbers: offer([]),
  takesMedia: false,
  circuit: () => ({ isOpen: false, retryInMs: 0 }),
  capacity: () => 500,
  findRefusal: () => undefined,
  serializesPerRecipient: false,
  pending: () => [],
  alternateIds: () => [],
  find: () => Promise.resolve(new Map()),
  submit: (messages) => {
    submitted.push(...messages.map(({ messageId }) => messageId));
    return Promise.resolve(
      messages.map(({ messageId }) => ({ kind: 'accepted', refs: [messageId] })),
    );
  },
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};
/** A carrier that cannot be asked treats every interrupted message as sent. */
const unaskableCarrier: Carrier = {
  ...carrier,
  find: (messages) =>
    Promise.resolve(new Map(messages.map(({ messageId }) => [messageId, [null]]))),
};
const unaskableCarriers = createCarriers([{ carrier: unaskableCarrier }]);

beforeAll(async () => {
  store = await openTestStore();
  context = createTestContext({
    db: store.db,
    searches: store.searches,
    enqueue: await openQueues(store.boss),
    carriers: createCarriers([{ carrier }]),
  });
  await bootstrap(store.db, { apiKey: '', numbers: handsetNumbers, now: new Date() });
  await store.db.updateTable('number').set({ carrier: carrier.name }).execute();
});
afterAll(() => store.close());

/** Adds a message that a process was submitting when it died, some time ago. */
async function addCutOff(
  sender: string,
  carrierName = carrier.name,
  broadcast_id: string | null = null,
): Promise<string> {
  const { db } = store;
  const account = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
  const row = messageRow({
    ...{ account_id: account.id, sender, recipient: '+12025550123' },
    ...{ submitting_at: new Date(0), claim: 'clm_gone', carrier: carrierName, broadcast_id },
    expires_at: new Date(Date.now() + 86_400_000),
  });
  await db.insertInto('message').values(row).execute();
  return row.id;
}
/** Adds a message that waits in its queue. */
async function addWaiting(purpose: 'notification' | 'otp' = 'notification'): Promise<string> {
  const id = await addCutOff('+12025550100');
  await store.db
    .updateTable('message')
    .set({ submitting_at: null, claim: null, carrier: null, purpose })
    .where('id', '=', id)
    .execute();
  return id;
}
/** Returns the database, whose first statement with this text fails. */
function failingOnce(text: string): Db {
  let isFailed = false;
  return store.db.withPlugin({
    transformQuery: ({ node }) => {
      if (!isFailed && JSON.stringify(node).includes(text)) {
        isFailed = true;
        throw new Error('The connection ended');
      }
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
}
/** Makes the claim of a message stale, if there is one. */
const age = (id: string) =>
  store.db
    .updateTable('message')
    .set({ submitting_at: new Date(0) })
    .where('id', '=', id)
    .where('submitting_at', 'is not', null)
    .execute();
async function addPausedBroadcast(): Promise<string> {
  const { db } = store;
  const account = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
  const id = newId('brd');
  await db
    .insertInto('broadcast')
    .values({
      id,
      account_id: account.id,
      name: 'Sale',
      status: 'paused',
      stopped_reason: null,
      audience: '{}',
      sender: '+12025550100',
      text: 'Hi',
      media: null,
      smart_encoding: false,
      purpose: 'notification',
      messages_per_minute: null,
      failure_percent: 20,
      opt_out_percent: 5,
      metadata: '{}',
      send_at: null,
      created_at: new Date(),
      started_at: new Date(),
      completed_at: null,
    })
    .execute();
  return id;
}
const read = (id: string) =>
  store.db.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('submits a message that was interrupted before the carrier saw it', async () => {
  const id = await addCutOff('+12025550100');
  await recoverStaleClaims(context);
  expect(submitted).toEqual([id]);
  expect((await read(id)).status).toBe('sent');
});

it('settles the messages that the carrier knows, and leaves the others to the next look-up', async () => {
  submitted.length = 0;
  const [known, undecided, unknown] = [
    await addCutOff('+12025550100'),
    await addCutOff('+12025550100'),
    await addCutOff('+12025550100'),
  ];
  const answers = new Map<string, 'undecided' | readonly null[]>([
    [known, [null]],
    [undecided, 'undecided'],
  ]);
  const find = () => Promise.resolve(answers);
  const carriers = createCarriers([{ carrier: { ...carrier, find } }]);
  await recoverStaleClaims({ ...context, carriers });
  expect((await read(known)).status).toBe('sent');
  expect((await read(undecided)).status).toBe('queued');
  expect(submitted).toEqual([unknown]);
  await age(undecided);
  await recoverStaleClaims(context);
  expect(submitted).toEqual([unknown, undecided]);
});

it('submits no message from a number that was released meanwhile', async () => {
  submitted.length = 0;
  const id = await addCutOff('+12025550199');
  await recoverStaleClaims(context);
  await sweep(context);
  expect(submitted).toEqual([]);
  expect(await read(id)).toMatchObject({ status: 'failed', error: { code: 'sender_released' } });
});

it('does not resend a message of a carrier that is no longer configured', async () => {
  submitted.length = 0;
  const id = await addCutOff('+12025550100', 'removed');
  await recoverStaleClaims(context);
  expect(submitted).toEqual([]);
  expect((await read(id)).status).toBe('sent');
});

it('gives up on a message of a paused broadcast that its carrier accepted without a receipt', async () => {
  submitted.length = 0;
  const broadcastId = await addPausedBroadcast();
  const id = await addCutOff('+12025550100', carrier.name, broadcastId);
  await recoverStaleClaims(context);
  expect(submitted).toEqual([]);
  expect(await read(id)).toMatchObject({ status: 'queued', expires_at: null });
  await recordSubmitResults(context, { name: carrier.name, alternateIds: () => [] }, [
    { messageId: id, claim: 'clm_gone', result: { kind: 'accepted', refs: [id] } },
  ]);
  expect((await read(id)).status).toBe('sent');
  const later = (hours: number) => ({
    ...context,
    clock: () => new Date(Date.now() + hours * 3_600_000),
  });
  await sweep(later(71));
  expect((await read(id)).status).toBe('sent');
  await sweep(later(73));
  expect((await read(id)).status).toBe('unconfirmed');
});

it('submits a message whose claim was stored although the response to its commit was lost', async () => {
  submitted.length = 0;
  const { db } = store;
  const id = await addWaiting();
  const transaction = db.transaction();
  const commit = transaction.execute.bind(transaction);
  jest.spyOn(db, 'transaction').mockReturnValueOnce(transaction);
  jest.spyOn(transaction, 'execute').mockImplementationOnce(async (work) => {
    await commit(work);
    throw new Error('The connection ended');
  });
  const unaskable = { ...context, carriers: unaskableCarriers };
  await expect(dispatch(unaskable)).rejects.toThrow('The connection ended');
  expect((await read(id)).submitting_at).not.toBeNull();
  await recoverStaleClaims(unaskable);
  await dispatch(unaskable);
  expect(submitted).toEqual([id]);
  expect(await read(id)).toMatchObject({ status: 'sent', attempts: 1 });
});

it('submits a message once although its secret text could not be read at first', async () => {
  submitted.length = 0;
  const id = await addWaiting('otp');
  await store.db
    .transaction()
    .execute((trx) =>
      storeSecretTexts(context.secrets, trx, [{ messageId: id, text: 'Code: 123456' }]),
    );
  const unaskable = { ...context, db: failingOnce('"secret_text"'), carriers: unaskableCarriers };
  await expect(dispatch(unaskable)).rejects.toThrow('The connection ended');
  await age(id);
  await recoverStaleClaims(unaskable);
  await dispatch(unaskable);
  expect(submitted).toEqual([id]);
});

it('retries a message that the carrier did not take although that could not be recorded', async () => {
  submitted.length = 0;
  const id = await addWaiting();
  const throttling = {
    ...unaskableCarrier,
    submit: () => Promise.resolve([{ kind: 'unsent', retryAfterMs: 0 } as const]),
  };
  const unaskable = { ...context, carriers: createCarriers([{ carrier: throttling }]) };
  const claiming = store.db.transaction();
  jest
    .spyOn(store.db, 'transaction')
    .mockReturnValueOnce(claiming)
    .mockImplementationOnce(() => {
      throw new Error('The connection ended');
    });
  await expect(dispatch(unaskable)).rejects.toThrow('The connection ended');
  await age(id);
  await recoverStaleClaims(unaskable);
  await recoverStaleClaims(unaskable);
  expect(await read(id)).toMatchObject({ status: 'queued', claim: null, not_before: null });
  await dispatch(context);
  expect(submitted).toEqual([id]);
});

describe('a message that another process counted as sent', () => {
  /** Records a result of the process that lost its claim. */
  const recordLate = (id: string, result: SubmitResult) =>
    recordSubmitResults(context, carrier, [{ messageId: id, claim: 'clm_gone', result }]);
  const unsent: SubmitResult = { kind: 'unsent', retryAfterMs: 0 };
  const refused: SubmitResult = {
    kind: 'refused',
    error: 'carrier_rejected',
    carrierCode: 'ESME_RINVDSTADR',
  };
  const recoverBlindly = () => recoverStaleClaims({ ...context, carriers: unaskableCarriers });

  it.each([
    ['was not reached', unsent, { code: 'carrier_unavailable' }],
    ['refused it', refused, { code: 'carrier_rejected', carrier_code: 'ESME_RINVDSTADR' }],
  ])(
    'is undelivered once the first process reports that the carrier %s',
    async (_, result, error) => {
      const id = await addCutOff('+12025550100');
      await recoverBlindly();
      expect((await read(id)).status).toBe('sent');
      await recordLate(id, result);
      expect(await read(id)).toMatchObject({ status: 'undelivered', error });
    },
  );

  it('is undelivered although that report came while the other process asked the carrier', async () => {
    const id = await addCutOff('+12025550100');
    const asking = Promise.withResolvers<null>();
    const answer = Promise.withResolvers<Awaited<ReturnType<Carrier['find']>>>();
    const slow: Carrier = {
      ...carrier,
      find: () => {
        asking.resolve(null);
        return answer.promise;
      },
    };
    const recovering = recoverStaleClaims({
      ...context,
      carriers: createCarriers([{ carrier: slow }]),
    });
    await asking.promise;
    await recordLate(id, unsent);
    answer.resolve(new Map([[id, [null]]]));
    await recovering;
    expect((await read(id)).status).toBe('sent');
    await recoverStaleClaims(context);
    expect((await read(id)).status).toBe('undelivered');
  });

  it('stays sent if the carrier knows it', async () => {
    const id = await addCutOff('+12025550100');
    const knowing: Carrier = { ...carrier, find: () => Promise.resolve(new Map([[id, [id]]])) };
    await recoverStaleClaims({ ...context, carriers: createCarriers([{ carrier: knowing }]) });
    await recordLate(id, unsent);
    expect((await read(id)).status).toBe('sent');
  });
});

it('takes over no claim until other processes can renew theirs after an outage', async () => {
  const id = await addCutOff('+12025550100');
  const recovering = { ...context, db: failingOnce('not_before') };
  await expect(recoverStaleClaims(recovering)).rejects.toThrow('The connection ended');
  await recoverStaleClaims(recovering);
  expect((await read(id)).claim).toBe('clm_gone');
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_000);
  await recoverStaleClaims(recovering);
  jest.restoreAllMocks();
  expect((await read(id)).status).toBe('sent');
});
