import fc from 'fast-check';
import { limits, type Event, type MessageEventData } from '@textloom/shared/contract';
import { createCarriers } from '../../../service/carriers/carriers.ts';
import type { Context } from '../../../service/core/context.ts';
import { newId } from '../../../service/lib/ids.ts';
import { receive } from '../../../service/messages/receive.ts';
import type { Db } from '../../../service/store/database.ts';
import type { DueDelivery, NewJob } from '../../../service/store/jobs.ts';
import { closeBursts } from '../../../service/webhooks/bursts/closeBursts.ts';
import type { OpenDatabase } from '../harness/database.ts';
import { createTestContext } from '../harness/createTestContext.ts';
import { openTestStore } from '../harness/openTestStore.ts';
import { accountRow, numberRow } from '../harness/rows.ts';

/** One step of a run. A number that selects something wraps around the number of candidates. */
export type BurstStep =
  | {
      readonly does: 'text';
      readonly from: number;
      readonly to: number;
      readonly stops: boolean;
      /** The process dies when it queues jobs for this time. The carrier then tries again later. */
      readonly dies: number | null;
    }
  /** The carrier delivers an earlier text again. */
  | { readonly does: 'repeat'; readonly which: number }
  | { readonly does: 'close'; readonly dies: number | null }
  | { readonly does: 'wait'; readonly ms: number };

const dies = fc.option(fc.nat(2), { freq: 4 });
const text: fc.Arbitrary<BurstStep> = fc.record({
  does: fc.constant('text' as const),
  from: fc.nat(1),
  to: fc.nat(2),
  stops: fc.nat(15).map((chance) => chance === 0),
  dies,
});
const step: fc.Arbitrary<BurstStep> = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('repeat' as const), which: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('close' as const), dies }) },
);
const wait: fc.Arbitrary<BurstStep> = fc.record({
  does: fc.constant('wait' as const),
  ms: fc.constantFrom(1, 500, 999, 1_000, 1_999, 2_000, 5_000, 9_999, 30_000),
});

/** Generates rounds of steps. The steps of a round happen at the same time. */
export const burstRounds: fc.Arbitrary<BurstStep[][]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: wait.map((one) => [one]) },
    { weight: 5, arbitrary: fc.array(step, { minLength: 1, maxLength: 4 }) },
  ),
  { minLength: 4, maxLength: 30, size: 'max' },
);

/** A text as the carrier delivers it. */
interface Text {
  readonly ref: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

interface ModelWebhook {
  readonly id: string;
  readonly accountId: string;
  readonly seconds: number | null;
  readonly only: string | null;
}

/** Accounts with webhooks that no other run has, and time that the run controls. */
export interface BurstRun {
  readonly play: (rounds: readonly (readonly BurstStep[])[]) => Promise<void>;
  /** Lets all windows end, and returns what is wrong with the deliveries. */
  readonly findFaults: () => Promise<string[]>;
  /** Returns how many texts each burst has that the webhook with the shortest window got. */
  readonly sizes: () => Promise<number[]>;
}

export interface BurstModel {
  readonly next: () => Promise<BurstRun>;
  readonly close: () => Promise<void>;
}

const phones = ['+12025550100', '+12025550101'];
const start = Date.parse('2031-03-04T15:00:00Z');

/** Opens one database for many runs, without workers. All state is in the database. */
export async function openBurstModel(open: OpenDatabase): Promise<BurstModel> {
  const { db, close } = await openTestStore({ open });
  let runs = 0;
  return { next: () => openRun(db, ++runs), close };
}

class GoneError extends Error {
  override readonly name = 'GoneError';
}

async function openRun(db: Db, run: number): Promise<BurstRun> {
  let ahead = 0;
  const clock = () => new Date(start + ahead);
  const { accounts, webhooks } = await addAccounts(db, run);
  const numbers = accounts.flatMap((account) => account.numbers);
  const texts: Text[] = [];
  const deliveries: DueDelivery[] = [];

  /** Runs work in a process that may die before it commits. */
  const inProcess = async (dies: number | null, work: (context: Context) => Promise<unknown>) => {
    let left = dies ?? Infinity;
    const made: DueDelivery[] = [];
    const context = createTestContext({
      db,
      searches: db,
      enqueue: (_trx, queue, jobs) => {
        if (left-- <= 0) return Promise.reject(new GoneError());
        if (queue === 'deliver')
          made.push(
            ...(jobs as readonly NewJob<'deliver'>[]).flatMap(({ data }) => data.deliveries),
          );
        return Promise.resolve();
      },
      carriers: createCarriers([]),
      allowPrivateWebhooks: true,
      clock,
    });
    try {
      await work(context);
      deliveries.push(...made);
    } catch (error) {
      if (!(error instanceof GoneError)) throw error;
    }
  };
  const bring = (one: Text, dies: number | null) =>
    inProcess(dies, (context) => receive(context, 'scripted', { ...one, receivedAt: clock() }));
  const close = (dies: number | null) =>
    inProcess(dies, async (context) => {
      while (await closeBursts(context));
    });

  const act = async (step: BurstStep): Promise<void> => {
    switch (step.does) {
      case 'text': {
        const one = {
          ref: newId('txt'),
          from: phones[step.from % phones.length]!,
          to: numbers[step.to % numbers.length]!,
          text: step.stops ? 'STOP' : `Text ${texts.length + 1}`,
        };
        texts.push(one);
        return bring(one, step.dies);
      }
      case 'repeat':
        return texts.length === 0 ? undefined : bring(texts[step.which % texts.length]!, null);
      case 'close':
        return close(step.dies);
      case 'wait':
        ahead += step.ms;
    }
  };

  const readJoined = async () => {
    const rows = await db
      .selectFrom('event')
      .select(['id', 'account_id', 'webhook_id', 'body'])
      .where(
        'account_id',
        'in',
        accounts.map(({ id }) => id),
      )
      .where('type', '=', 'message.received')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      ...row,
      event: JSON.parse(row.body) as Event & { readonly data: MessageEventData },
    }));
  };
  type Joined = Awaited<ReturnType<typeof readJoined>>[number];

  /** Compares the bursts of one webhook with its rules. */
  const listFaults = (webhook: ModelWebhook, all: readonly Joined[]): string[] => {
    const singles = all.filter(
      ({ webhook_id, account_id, event: { data } }) =>
        webhook_id === null &&
        account_id === webhook.accountId &&
        (webhook.only === null || data.from === webhook.only),
    );
    const got = all.filter(({ id }) =>
      deliveries.some(({ webhookId, eventId }) => webhookId === webhook.id && eventId === id),
    );
    const faults: string[] = [];
    const check = (holds: boolean, fault: string) => {
      if (!holds) faults.push(`The webhook with ${webhook.seconds} seconds: ${fault}`);
    };
    const count = deliveries.filter(({ webhookId }) => webhookId === webhook.id).length;
    check(count === got.length, 'an event is delivered twice');
    if (webhook.seconds === null) {
      check(sameIds(got, singles), 'did not get exactly the single events');
      return faults;
    }
    check(
      got.every(({ webhook_id }) => webhook_id === webhook.id),
      'got an event that is not its own',
    );
    const parts = got.flatMap(({ event: { data } }) => data.burst ?? []);
    const expected = singles.map(({ event: { data } }) => data.id);
    check(
      parts.length === expected.length &&
        new Set(parts.map(({ message_id }) => message_id)).size === expected.length &&
        parts.every(({ message_id }) => expected.includes(message_id)),
      `has ${parts.length} texts in bursts, not ${expected.length}`,
    );
    const dataOf = new Map(singles.map(({ event: { data } }) => [data.id, data]));
    const windowMs = webhook.seconds * 1_000;
    const ends = new Map<string, number>();
    const byStart = got.toSorted((a, b) => getStart(a) - getStart(b) || (a.id < b.id ? -1 : 1));
    for (const { event } of byStart) {
      const { burst, conversation_id, text, id } = event.data;
      const own = (burst ?? []).flatMap(({ message_id }) => dataOf.get(message_id) ?? []);
      check(
        own.every((one) => one.conversation_id === conversation_id),
        'a burst mixes conversations',
      );
      check(own.at(-1)?.id === id, 'the newest text does not decide the rest');
      check(text === own.map((one) => one.text).join('\n'), 'the texts are not joined in order');
      const times = own.map(({ created_at }) => Date.parse(created_at));
      const order = own.map(({ created_at, id }) => `${created_at} ${id}`);
      check(order.join() === order.toSorted().join(), 'the texts are not in order');
      const latest = times[0]! + limits.burstLength * windowMs;
      const isInTime = times.every(
        (at, index) => index === 0 || at < Math.min(times[index - 1]! + windowMs, latest),
      );
      check(isInTime, 'a text joined a burst that was over');
      check(own.length <= limits.burstTexts, 'a burst has too many texts');
      const isCut =
        own.length === limits.burstTexts || own.some(({ keyword }) => keyword === 'stop');
      const due = Math.min(times.at(-1)! + windowMs, latest);
      check(isCut || Date.parse(event.timestamp) >= due, 'a burst closed too early');
      check(
        times[0]! >= (ends.get(conversation_id!) ?? 0),
        'a text did not join the burst that was open',
      );
      ends.set(conversation_id!, isCut ? times.at(-1)! : due);
    }
    return faults;
  };

  const finish = async () => {
    // Carriers repeat the texts that nobody has confirmed.
    for (const one of texts) await bring(one, null);
    ahead += 3_600_000;
    await close(null);
  };

  return {
    play: async (rounds) => {
      for (const round of rounds) await Promise.all(round.map(act));
    },
    findFaults: async () => {
      await finish();
      const all = await readJoined();
      const stored = all.filter(({ webhook_id }) => webhook_id === null);
      return [
        ...(stored.length === texts.length ? [] : ['A text is lost or counts twice']),
        ...webhooks.flatMap((webhook) => listFaults(webhook, all)),
      ];
    },
    sizes: async () => {
      const shortest = webhooks[0]!;
      return (await readJoined())
        .filter(({ webhook_id }) => webhook_id === shortest.id)
        .map(({ event: { data } }) => data.burst!.length);
    },
  };
}

const getStart = ({ event }: { readonly event: { readonly data: MessageEventData } }): number =>
  Date.parse(event.data.burst?.[0]?.created_at ?? '');

const sameIds = (a: readonly { id: string }[], b: readonly { id: string }[]): boolean =>
  a.map(({ id }) => id).join() === b.map(({ id }) => id).join();

/** Adds two accounts: one with two numbers and three webhooks, and one with one of each. */
async function addAccounts(db: Db, run: number) {
  const created_at = new Date(start);
  const accounts = [2, 1].map((count, index) => ({
    id: newId('acc'),
    numbers: Array.from(
      { length: count },
      (_, at) => `+1${2_065_000_000 + run * 4 + index * 2 + at}`,
    ),
  }));
  const [first, second] = accounts as [(typeof accounts)[0], (typeof accounts)[0]];
  const webhooks: ModelWebhook[] = [
    { id: newId('whk'), accountId: first.id, seconds: 1, only: null },
    { id: newId('whk'), accountId: first.id, seconds: 10, only: phones[0]! },
    { id: newId('whk'), accountId: first.id, seconds: null, only: null },
    { id: newId('whk'), accountId: second.id, seconds: 2, only: null },
  ];
  for (const { id, numbers } of accounts) {
    await db.insertInto('account').values(accountRow({ id, created_at })).execute();
    const rows = numbers.map((number, at) =>
      numberRow({ account_id: id, number, is_default: at === 0, created_at }),
    );
    await db.insertInto('number').values(rows).execute();
  }
  await db
    .insertInto('webhook')
    .values(
      webhooks.map(({ id, accountId, seconds, only }, at) => ({
        id,
        account_id: accountId,
        url: `http://localhost/${at}`,
        events: JSON.stringify(['message.received']),
        filter: only === null ? null : JSON.stringify({ from: [only] }),
        burst_seconds: seconds,
        secret: 'whsec_',
        status: 'enabled' as const,
        disabled_reason: null,
        expires_at: null,
        created_at,
        updated_at: created_at,
      })),
    )
    .execute();
  return { accounts, webhooks };
}
