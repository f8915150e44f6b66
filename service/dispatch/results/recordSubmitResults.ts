import { sql } from 'kysely';
import type { CarrierRef, SubmitResponse } from '../../carriers/carrier.ts';
import { storeEach } from '../../carriers/storeEach.ts';
import type { Context } from '../../core/context.ts';
import { advance, type Change } from '../../messages/advance.ts';
import type { Trx } from '../../store/database.ts';
import type { MessageRow } from '../../messages/toMessage.ts';
import { optOutRefused } from './optOutRefused.ts';
import { recordCarrierAttempts } from './recordCarrierAttempts.ts';
import { matchReceipts } from '../receipts/receipts.ts';
import { writeParts } from './writeParts.ts';

/** Messages that exist, and those that their claim still holds, with their number of submits. */
interface Locked {
  readonly existing: ReadonlySet<string>;
  readonly claimed: Map<string, number>;
}

/** Locks the messages of these claims. */
export async function lockClaimed(
  trx: Trx,
  claims: readonly Pick<SubmitResponse, 'messageId' | 'claim'>[],
): Promise<Locked> {
  const claimByMessage = new Map(claims.map(({ messageId, claim }) => [messageId, claim]));
  const { rows } = await sql<{ id: string; claim: string | null; attempts: number }>`
    select id, claim, attempts from message where id = any(${[...claimByMessage.keys()]}::text[])
    order by id for update`.execute(trx);
  return {
    existing: new Set(rows.map(({ id }) => id)),
    claimed: new Map(
      rows
        .filter((row) => row.claim === claimByMessage.get(row.id))
        .map(({ id, attempts }) => [id, attempts]),
    ),
  };
}

/** Records the results of a submit, and applies the receipts that came before them. */
export async function recordSubmitResults(
  context: Context,
  carrier: CarrierRef,
  responses: readonly SubmitResponse[],
): Promise<void> {
  if (responses.length === 0) return;
  await pauseSenders(context, responses);
  const { refs, changed, early } = await applySubmitResults(context, carrier.name, responses);
  keep(context, carrier, early);
  await matchReceipts(context, carrier, refs);
  context.activity.countResults(changed);
  await optOutRefused(context, changed);
}

interface Unrecorded {
  readonly carrier: CarrierRef;
  readonly response: SubmitResponse;
}

/** Remembers the results that are not stored yet, because only this process knows them. */
const unrecorded = new WeakMap<Context, Unrecorded[]>();

/** Records results. If that fails, keeps them for `retryRecording`. */
export async function recordOrRetry(
  context: Context,
  carrier: CarrierRef,
  responses: readonly SubmitResponse[],
): Promise<void> {
  try {
    await recordSubmitResults(context, carrier, responses);
  } catch (error) {
    keep(context, carrier, responses);
    throw error;
  }
}

function keep(context: Context, carrier: CarrierRef, responses: readonly SubmitResponse[]): void {
  const left = unrecorded.get(context) ?? [];
  unrecorded.set(context, [...left, ...responses.map((response) => ({ carrier, response }))]);
}

/** Records the results whose first attempt failed, except for those that would fail forever. */
export async function retryRecording(context: Context): Promise<void> {
  const retried = unrecorded.get(context) ?? [];
  unrecorded.delete(context);
  const outcomes = await storeEach(
    retried,
    async ({ carrier, response }) => {
      await recordSubmitResults(context, carrier, [response]);
      return 'accepted';
    },
    // The first attempt has reported the failure.
    () => undefined,
  );
  for (const [at, { carrier, response }] of retried.entries())
    if (outcomes[at] === 'postponed') keep(context, carrier, [response]);
}

interface Applied {
  /** The references of the parts that the carrier accepted. */
  readonly refs: string[];
  readonly changed: MessageRow[];
  /** Results of messages that another process still asks the carrier about. */
  readonly early: readonly SubmitResponse[];
}

const applySubmitResults = (
  context: Context,
  carrier: string,
  responses: readonly SubmitResponse[],
): Promise<Applied> =>
  context.db.transaction().execute(async (trx) => {
    // An acceptance counts from any claim; a refusal counts only from the current claim. A message
    // that was deleted meanwhile gets no new rows.
    const { existing, claimed } = await lockClaimed(trx, responses);
    const known = responses.filter(({ messageId, result }) =>
      result.kind === 'accepted' ? existing.has(messageId) : claimed.has(messageId),
    );
    const late = await findTakenOver(
      trx,
      carrier,
      responses.filter((one) => !known.includes(one)),
    );
    const refs = await writeParts(trx, carrier, known);
    const changed = await advance(context, trx, [
      ...known.flatMap((one) => toChanges(one, carrier)),
      ...late.sent.map(toLateChange),
    ]);
    await requeue(
      trx,
      known.flatMap(({ messageId, result }) =>
        result.kind === 'unsent'
          ? [
              {
                id: messageId,
                seconds: result.retryAfterMs / 1000,
                keepsCarrier: result.keepsCarrier,
                isUntried: result.attempt === undefined,
              },
            ]
          : [],
      ),
    );
    await recordCarrierAttempts(context, trx, carrier, known, claimed);
    return { refs, changed, early: late.asked };
  });

/**
 * Finds results of messages that the carrier definitely did not accept, and whose claims another
 * process took over. That process has counted some as sent, and still asks the carrier about
 * others.
 */
async function findTakenOver(
  trx: Trx,
  carrier: string,
  responses: readonly SubmitResponse[],
): Promise<Record<'sent' | 'asked', SubmitResponse[]>> {
  if (responses.length === 0) return { sent: [], asked: [] };
  const { rows } = await sql<{ id: string; is_asked: boolean }>`
    select id, claim is not null as is_asked from message
    where id = any(${responses.map(({ messageId }) => messageId)}::text[])
      and carrier = ${carrier} and keeps_carrier
      and (claim is not null or status = 'sent' and (
        select bool_and(is_unanswered and outcome is null) from part where message_id = message.id
      ))`.execute(trx);
  const isAsked = new Map(rows.map(({ id, is_asked }) => [id, is_asked]));
  return {
    sent: responses.filter(({ messageId }) => isAsked.get(messageId) === false),
    asked: responses.filter(({ messageId }) => isAsked.get(messageId) === true),
  };
}

/** A message that counts as sent cannot return to its queue. */
const toLateChange = ({ messageId, result }: SubmitResponse): Change => ({
  messageId,
  to: 'undelivered',
  ...(result.kind === 'refused'
    ? { error: result.error, carrierCode: result.carrierCode }
    : { error: 'carrier_unavailable' }),
});

function toChanges({ messageId, result }: SubmitResponse, carrier: string): Change[] {
  switch (result.kind) {
    case 'accepted':
      return [{ messageId, to: 'sent', carrier }];
    case 'refused':
      return [
        {
          messageId,
          to: 'failed',
          error: result.error,
          carrierCode: result.carrierCode,
          carrier,
        },
      ];
    case 'unsent':
      return [];
  }
}

interface Wait {
  readonly id: string;
  readonly seconds: number;
  readonly keepsCarrier?: boolean | undefined;
  /** Whether the claim ended without an attempt, so that it does not count as one. */
  readonly isUntried?: boolean;
}

/** Puts messages back into the queue, if the carrier definitely did not accept them. */
export async function requeue(trx: Trx, waits: readonly Wait[]): Promise<void> {
  if (waits.length === 0) return;
  await sql`
    update message set submitting_at = null, claim = null,
      not_before = now() + make_interval(secs => wait.seconds),
      keeps_carrier = keeps_carrier or coalesce(wait."keepsCarrier", false),
      attempts = attempts - case when wait."isUntried" then 1 else 0 end
    from json_to_recordset(${JSON.stringify(waits)}::json)
      as wait(id text, seconds float, "keepsCarrier" boolean, "isUntried" boolean)
    where message.id = wait.id`.execute(trx);
}

/**
 * Pauses the queues of senders whose messages a carrier does not accept for now. A long queue would
 * otherwise try every message again and again.
 *
 * Locks one number at a time, and no message, so that no transaction that locks several of them can
 * wait for it forever.
 */
async function pauseSenders(
  { db }: Pick<Context, 'db'>,
  responses: readonly SubmitResponse[],
): Promise<void> {
  const pauses = responses.flatMap(({ messageId: id, result }) =>
    result.kind === 'unsent' && result.pausesSender
      ? [{ id, seconds: result.retryAfterMs / 1000 }]
      : [],
  );
  if (pauses.length === 0) return;
  const { rows } = await sql<{ readonly id: string; readonly seconds: number }>`
    select number.id, max(pause.seconds) as seconds
    from json_to_recordset(${JSON.stringify(pauses)}::json) as pause(id text, seconds float)
    join message on message.id = pause.id
    join number on number.account_id = message.account_id and number.number = message.sender
    group by number.id`.execute(db);
  for (const { id, seconds } of rows)
    await sql`
      update number set paced_until = greatest(paced_until, now() + make_interval(secs => ${seconds}))
      where id = ${id}`.execute(db);
}
