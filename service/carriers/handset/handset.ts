import type { Insertable } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { newId } from '../../lib/ids.ts';
import type { Db } from '../../store/database.ts';
import type { Enqueue, Jobs, NewJob } from '../../store/jobs.ts';
import { insertMany } from '../../store/insertMany.ts';
import type { HandsetTextTable } from '../../store/tables/messageTables.ts';
import { simulated, type Carrier, type Inbox, type IncomingText } from '../carrier.ts';
import { handsetNumbers } from './handsetNumbers.ts';
import { type DueAction, isHandset, partRefs, submitToHandset } from './submitToHandset.ts';

export interface HandsetOptions {
  readonly db: Db;
  readonly boss: PgBoss;
  readonly enqueue: Enqueue;
  readonly clock: () => Date;
  /** Whether every number is a handset. */
  readonly allNumbers?: boolean;
}

const notHandset =
  'Only simulated handsets, such as +12025550123, get texts from this sender, because it has no real carrier';

/**
 * Creates the default carrier, which simulates handsets. The last two digits of a handset's number
 * decide what it does with a text. The database stores the texts and the pending actions of
 * handsets, so that a restart loses nothing. Each submit shows on the handset, so a duplicate shows
 * twice.
 */
export function handsetCarrier({
  db,
  boss,
  enqueue,
  clock,
  allNumbers = false,
}: HandsetOptions): Carrier {
  let inbox: Inbox | undefined;

  return {
    name: simulated,
    numbers: handsetNumbers,
    takesMedia: true,
    circuit: () => ({ isOpen: false, retryInMs: 0 }),

    capacity: () => Infinity,
    serializesPerRecipient: false,
    pending: () => [],
    alternateIds: () => [],

    findRefusal: ({ to }) => (allNumbers || isHandset(to) ? undefined : notHandset),

    async submit(messages) {
      const submissions = submitToHandset(messages);
      const accepted = submissions.flatMap(({ text }) => (text ? [{ ...text, at: clock() }] : []));
      const early = submissions.flatMap(({ early }) => early);
      await db.transaction().execute(async (trx) => {
        if (accepted.length > 0) await insertMany('handset_text', accepted, ['media']).execute(trx);
        await enqueue(
          trx,
          'handset',
          groupByTime(
            submissions.flatMap(({ due }) => due),
            clock().getTime(),
          ),
        );
      });
      if (early.length > 0) await inbox!.receipts(early);
      return submissions.map(({ result }) => result);
    },

    async find(messages) {
      const rows = await db
        .selectFrom('handset_text')
        .select(['id', 'message_id', 'parts'])
        .where(
          'message_id',
          'in',
          messages.map(({ messageId }) => messageId),
        )
        .orderBy('id', 'desc')
        .execute();
      return new Map(rows.map((row) => [row.message_id!, partRefs(row.id, row.parts)]));
    },

    async start(destination) {
      inbox = destination;
      await boss.work<Jobs['handset']>(
        'handset',
        { batchSize: 100, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 },
        async (unordered) => {
          // The queue does not order jobs by their time, but the first of two receipts counts.
          const jobs = unordered.toSorted((a, b) => (a.data.dueAt ?? 0) - (b.data.dueAt ?? 0));
          const receipts = jobs.flatMap(({ data }) => data.receipts ?? []);
          const now = clock();
          const texts = await sendAll(
            db,
            jobs.flatMap(({ data: { dueAt, texts = [] } }) =>
              texts.map((text) => ({ ...text, at: dueAt === undefined ? now : new Date(dueAt) })),
            ),
          );
          const outcomes = [
            ...(await destination.receipts(receipts)),
            ...(await destination.texts(texts)),
          ];
          // The jobs run again. Receipts and texts that are already stored count once.
          if (outcomes.includes('postponed'))
            throw new Error('Some receipts or texts could not be stored');
        },
      );
    },

    async stop() {
      await boss.offWork('handset', { wait: true });
    },
  };
}

/** Sends a text that a person types on a handset. */
export async function sendFromHandset(
  { db, enqueue, clock }: Pick<HandsetOptions, 'db' | 'enqueue' | 'clock'>,
  text: Omit<TypedText, 'ref'>,
): Promise<string> {
  const id = newId('txt');
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('handset_text')
      .values(fromHandset(id, text, clock()))
      .execute();
    await enqueue(trx, 'handset', [
      { data: { dueAt: clock().getTime(), texts: [{ ...text, ref: id }] } },
    ]);
  });
  return id;
}

/** Bundles everything that is due at the same time into one job. */
function groupByTime(due: readonly DueAction[], now: number): NewJob<'handset'>[] {
  const byTime = Map.groupBy(due, ({ afterMs }) => afterMs);
  return [...byTime].map(([afterMs, all]) => ({
    startAfter: afterMs / 1000,
    data: {
      dueAt: now + afterMs,
      receipts: all.flatMap(({ receipts = [] }) => receipts),
      texts: all.flatMap(({ texts = [] }) => texts),
    },
  }));
}

/** A text that a handset sends. */
type TypedText = NonNullable<Jobs['handset']['texts']>[number];

/** Stores the texts that handsets send. Each text shows once, however often its job runs. */
async function sendAll(
  db: Db,
  texts: readonly (TypedText & { readonly at: Date })[],
): Promise<IncomingText[]> {
  if (texts.length > 0) {
    await db
      .insertInto('handset_text')
      .values(texts.map((text) => fromHandset(text.ref, text, text.at)))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return texts.map(({ ref, handset, to, text, media, at }) => ({
    ref,
    from: handset,
    to,
    text,
    media,
    receivedAt: at,
  }));
}

const fromHandset = (
  id: string,
  { accountId, handset, to, text, media = [] }: Omit<TypedText, 'ref'>,
  at: Date,
): Insertable<HandsetTextTable> => ({
  id,
  account_id: accountId ?? null,
  handset,
  direction: 'from_handset',
  sender: handset,
  recipient: to,
  text,
  // The handset shows where its files are, and not the files.
  media:
    media.length > 0
      ? JSON.stringify(media.map(({ url }) => ({ url: url.replace(/^(data:[^,]*,).*/s, '$1') })))
      : null,
  parts: 1,
  is_shown: true,
  at,
});
