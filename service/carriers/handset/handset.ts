import type { Insertable } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { newId } from '../../lib/ids.ts';
import type { Db } from '../../store/database.ts';
import type { Enqueue, Jobs, NewJob } from '../../store/jobs.ts';
import { insertMany } from '../../store/insertMany.ts';
import type { HandsetTextTable } from '../../store/tables.ts';
import {
  simulated,
  type Carrier,
  type Inbox,
  type IncomingText,
  type Receipt,
  type Submission,
  type SubmitResult,
} from '../carrier.ts';
import { keywordReply } from '../../lib/keyword.ts';
import { handsetNumbers } from './handsetNumbers.ts';
import { outcomeOf, type Outcome } from '@textloom/shared/handsets';

export interface HandsetOptions {
  readonly db: Db;
  readonly boss: PgBoss;
  readonly enqueue: Enqueue;
  readonly clock: () => Date;
}

/** NPA-555-0100 to 0199 in every area code: numbers that are set aside and belong to no one. */
const handsetPattern = /^\+1[2-9]\d{2}55501\d{2}$/;

/** Why a number in E.164 form is no handset's; undefined where it is one. */
export const handsetFault = (e164: string): string | undefined =>
  handsetPattern.test(e164)
    ? undefined
    : 'The simulated carrier reaches the numbers +1 NPA-555-0100 to 0199 of any area code, such as +12025550123';

/**
 * The default carrier: handsets that exist only here, and do with a text what the last two digits
 * of their number say. What they hold and what they are still due to do is in the database, so that
 * a restart loses none of it. Each submit shows on the handset, a doubled one twice.
 */
export function handsetCarrier({ db, boss, enqueue, clock }: HandsetOptions): Carrier {
  let inbox: Inbox | undefined;

  return {
    name: simulated,
    numbers: handsetNumbers,

    capacity: () => Infinity,
    serializesPerRecipient: false,
    pending: () => [],
    alternateIds: () => [],

    route: ({ to }) => handsetFault(to),

    async submit(messages) {
      const taken = takeAll(messages);
      const accepted = taken.flatMap(({ text }) => (text ? [{ ...text, at: clock() }] : []));
      const early = taken.flatMap(({ early }) => early);
      await db.transaction().execute(async (trx) => {
        if (accepted.length > 0) await insertMany('handset_text', accepted).execute(trx);
        await enqueue(trx, 'handset', bundled(taken.flatMap(({ due }) => due)));
      });
      if (early.length > 0) await inbox!.receipts(early);
      return taken.map(({ result }) => result);
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
      return new Map(rows.map((row) => [row.message_id!, refsOf(row.id, row.parts)]));
    },

    async start(destination) {
      inbox = destination;
      await boss.work<Jobs['handset']>(
        'handset',
        { batchSize: 100, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 },
        async (jobs) => {
          const receipts = jobs.flatMap(({ data }) => data.receipts ?? []);
          const texts = await sendAll(
            db,
            jobs.flatMap(({ data }) => data.texts ?? []),
            clock(),
          );
          const fates = [
            ...(await destination.receipts(receipts)),
            ...(await destination.texts(texts)),
          ];
          // The jobs run again; what was taken counts once.
          if (fates.includes('postponed')) throw new Error('Not all of it could be stored');
        },
      );
    },

    async stop() {
      await boss.offWork('handset', { wait: true });
    },
  };
}

/** A text that a person types on a handset. */
export async function sendFromHandset(
  { db, enqueue, clock }: Pick<HandsetOptions, 'db' | 'enqueue' | 'clock'>,
  text: {
    readonly accountId: string;
    readonly handset: string;
    readonly to: string;
    readonly text: string;
  },
): Promise<string> {
  const id = newId('txt');
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('handset_text')
      .values(fromHandset(id, text, clock()))
      .execute();
    await enqueue(trx, 'handset', [{ data: { texts: [{ ...text, ref: id }] } }]);
  });
  return id;
}

interface Taken {
  readonly result: SubmitResult;
  readonly text?: Omit<Insertable<HandsetTextTable>, 'at'>;
  /** Receipts that overtake the answer; due again as well, for where a crash loses them. */
  readonly early: readonly Receipt[];
  readonly due: readonly Due[];
}
interface Due {
  readonly afterMs: number;
  readonly receipts?: readonly Receipt[];
  readonly texts?: Jobs['handset']['texts'];
}

const nothing = { early: [], due: [] };

/** What follows a text that there was no room for finds none either. */
function takeAll(messages: readonly Submission[]): Taken[] {
  const full = new Map<string, Taken>();
  return messages.map((message) => {
    const conversationKey = `${message.from} ${message.to}`;
    const taken = full.get(conversationKey) ?? take(message);
    if (taken.result.kind === 'throttled') full.set(conversationKey, taken);
    return taken;
  });
}

function take(message: Submission): Taken {
  const outcome = outcomeOf(message.to);
  if (outcome.refused)
    return {
      ...nothing,
      result: { kind: 'refused', error: 'carrier_rejected', carrierCode: 'ESME_RSUBMITFAIL' },
    };
  if (message.attempts < (outcome.throttles ?? 0))
    return { ...nothing, result: { kind: 'throttled', retryAfterMs: 500 } };
  const id = newId('txt');
  const refs = refsOf(id, message.segments);
  const failsInPart = outcome.failingPart !== undefined && outcome.failingPart < refs.length;
  const receipts = outcome.receipts.map(({ afterMs, ...receipt }) => ({
    afterMs,
    receipts: refs.map((ref, part) =>
      failsInPart && part === outcome.failingPart
        ? { ref, outcome: 'undelivered' as const, code: 'UNDELIV' }
        : { ref, ...receipt },
    ),
  }));
  const answer = answerOf(outcome, message.text);
  const reply = {
    accountId: message.accountId,
    handset: message.to,
    to: message.from,
    text: answer ?? '',
    ref: `${id}-answer`,
  };
  return {
    result: { kind: 'accepted', refs },
    text: {
      id,
      account_id: message.accountId,
      handset: message.to,
      direction: 'to_handset',
      sender: message.from,
      recipient: message.to,
      text: message.text,
      message_id: message.messageId,
      parts: message.segments,
      is_shown: !outcome.lost && !failsInPart,
    },
    early: receipts.flatMap(({ afterMs, receipts }) => (afterMs === 0 ? receipts : [])),
    due: [
      ...receipts.map(({ afterMs, receipts }) => ({ afterMs: afterMs || 1000, receipts })),
      ...(answer === undefined ? [] : [{ afterMs: 600, texts: [reply] }]),
    ],
  };
}

/** Who has said STOP does not say it again to the confirmation. */
function answerOf({ answers }: Outcome, text: string): string | undefined {
  if (answers === 'STOP') return text === keywordReply.stop ? undefined : 'STOP';
  return answers && text;
}

const refsOf = (id: string, parts: number): string[] =>
  Array.from({ length: parts }, (_, part) => `${id}-${part + 1}`);

/** One job for all that is due at the same time. */
function bundled(due: readonly Due[]): NewJob<'handset'>[] {
  const byTime = Map.groupBy(due, ({ afterMs }) => afterMs);
  return [...byTime].map(([afterMs, all]) => ({
    startAfter: afterMs / 1000,
    data: {
      receipts: all.flatMap(({ receipts = [] }) => receipts),
      texts: all.flatMap(({ texts = [] }) => texts),
    },
  }));
}

/** What handsets send shows on them, once, however often its job runs. */
async function sendAll(
  db: Db,
  texts: NonNullable<Jobs['handset']['texts']>,
  at: Date,
): Promise<IncomingText[]> {
  if (texts.length > 0) {
    await db
      .insertInto('handset_text')
      .values(texts.map((text) => fromHandset(text.ref, text, at)))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return texts.map(({ ref, handset, to, text }) => ({ ref, from: handset, to, text }));
}

const fromHandset = (
  id: string,
  {
    accountId,
    handset,
    to,
    text,
  }: { accountId?: string; handset: string; to: string; text: string },
  at: Date,
): Insertable<HandsetTextTable> => ({
  id,
  account_id: accountId ?? null,
  handset,
  direction: 'from_handset',
  sender: handset,
  recipient: to,
  text,
  parts: 1,
  is_shown: true,
  at,
});
