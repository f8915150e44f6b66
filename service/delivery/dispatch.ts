import type { Carrier, SubmitResult } from '../carriers/carrier.ts';
import type { Context } from '../context.ts';
import { advance, type Change } from '../messaging/advance.ts';
import type { MessageRow } from '../messaging/messageOf.ts';
import type { Trx } from '../store/database.ts';
import { matchReceipts } from './receipts.ts';

/** A submit that began longer ago than this and has no answer was cut off: its process is gone. */
const cutOffAfterMs = 10_000;

/**
 * Hands messages that are due to the carrier. What was in the carrier's hands when a process died
 * is first asked for, and only what the carrier does not know is handed over again.
 */
export async function dispatch(context: Context, messageIds: readonly string[]): Promise<void> {
  const claimed = await claim(context, messageIds);
  if (claimed.length === 0) return;
  const results = await submit(context.carrier, claimed);
  const refs = await settle(context, claimed, results);
  await matchReceipts(context, refs);
}

/** Marks messages as being submitted, and ends those that are too late or no longer wanted. */
const claim = (context: Context, ids: readonly string[]): Promise<MessageRow[]> =>
  context.db.transaction().execute(async (trx) => {
    const now = context.clock();
    const unsent = await trx
      .selectFrom('message')
      .selectAll()
      .where('id', 'in', ids)
      .where('status', 'in', ['scheduled', 'queued'])
      .orderBy('id')
      .forUpdate()
      .execute();
    const cutOff = now.getTime() - cutOffAfterMs;
    const rows = unsent.filter(
      ({ submitting_at }) => !submitting_at || submitting_at.getTime() < cutOff,
    );
    // What is still in the carrier's hands, as after a submit that failed, is looked at again later.
    const held = unsent.filter((row) => !rows.includes(row));
    const later = new Date(now.getTime() + cutOffAfterMs);
    await context.enqueue(
      trx,
      'dispatch',
      held.map(({ id }) => ({ data: { messageId: id }, startAfter: later })),
    );
    const ended = await endingsOf(trx, rows, now);
    await advance(context, trx, ended);
    const due = rows.filter((row) => !ended.some(({ messageId }) => messageId === row.id));
    if (due.length === 0) return [];
    await trx
      .updateTable('message')
      .set(({ eb }) => ({ status: 'queued', submitting_at: now, attempts: eb('attempts', '+', 1) }))
      .where(
        'id',
        'in',
        due.map((row) => row.id),
      )
      .execute();
    return due;
  });

/** Which messages must not go out: their time has passed, or their recipient has opted out since. */
async function endingsOf(trx: Trx, rows: readonly MessageRow[], now: Date): Promise<Change[]> {
  if (rows.length === 0) return [];
  const optOuts = await trx
    .selectFrom('opt_out')
    .select(['account_id', 'phone'])
    .where('phone', 'in', [...new Set(rows.map((row) => row.recipient))])
    .execute();
  // What a carrier may have taken already is not called expired or failed before it was asked.
  return rows
    .filter((row) => row.submitting_at === null)
    .flatMap((row): Change[] => {
      if (row.expires_at && row.expires_at <= now)
        return [{ messageId: row.id, to: 'expired', error: 'ttl_expired' }];
      const hasOptedOut = optOuts.some(
        (one) => one.account_id === row.account_id && one.phone === row.recipient,
      );
      return hasOptedOut && !row.is_keyword_reply
        ? [{ messageId: row.id, to: 'failed', error: 'recipient_opted_out' }]
        : [];
    });
}

async function submit(carrier: Carrier, rows: readonly MessageRow[]): Promise<SubmitResult[]> {
  const cutOff = rows.filter((row) => row.submitting_at !== null).map((row) => row.id);
  const taken = cutOff.length === 0 ? new Map<string, string[]>() : await carrier.find(cutOff);
  const fresh = rows.filter((row) => !taken.has(row.id));
  const answers = await carrier.submit(
    fresh.map((row) => ({
      messageId: row.id,
      from: row.sender,
      to: row.recipient,
      text: row.sent_text ?? row.text,
      segments: row.segments,
      attempts: row.attempts,
    })),
  );
  return rows.map((row) => {
    const refs = taken.get(row.id);
    return refs ? { kind: 'accepted', refs } : answers[fresh.indexOf(row)]!;
  });
}

/** Writes down what the carrier answered; returns the refs it gave. */
const settle = (
  context: Context,
  rows: readonly MessageRow[],
  results: readonly SubmitResult[],
): Promise<string[]> =>
  context.db.transaction().execute(async (trx) => {
    const carrier = context.carrier.name;
    const parts = rows.flatMap(({ id }, index) => {
      const result = results[index]!;
      return result.kind === 'accepted'
        ? result.refs.map((ref, part) => ({ carrier, ref, message_id: id, part }))
        : [];
    });
    if (parts.length > 0) {
      await trx
        .insertInto('part')
        .values(parts)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await advance(
      context,
      trx,
      rows.flatMap(({ id }, index) => changeOf(id, results[index]!, carrier)),
    );
    await putBack(context, trx, rows, results);
    return parts.map((part) => part.ref);
  });

function changeOf(messageId: string, result: SubmitResult, carrier: string): Change[] {
  switch (result.kind) {
    case 'accepted':
      return [{ messageId, to: 'sent', carrier }];
    case 'refused':
      return [
        { messageId, to: 'failed', error: result.error, carrierCode: result.carrierCode, carrier },
      ];
    case 'throttled':
      return [];
  }
}

/** What the carrier had no room for is due again later, until its time to live has passed. */
async function putBack(
  context: Context,
  trx: Trx,
  rows: readonly MessageRow[],
  results: readonly SubmitResult[],
): Promise<void> {
  const jobs = rows.flatMap(({ id }, index) => {
    const result = results[index]!;
    if (result.kind !== 'throttled') return [];
    return [
      {
        data: { messageId: id },
        startAfter: new Date(context.clock().getTime() + result.retryAfterMs),
      },
    ];
  });
  if (jobs.length === 0) return;
  await trx
    .updateTable('message')
    .set({ submitting_at: null })
    .where(
      'id',
      'in',
      jobs.map(({ data }) => data.messageId),
    )
    .execute();
  await context.enqueue(trx, 'dispatch', jobs);
}
