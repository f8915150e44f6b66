import { sql, type Selectable } from 'kysely';
import type { Context } from '../../core/context.ts';
import { erased as erasedMessages } from '../../observability/metrics.ts';
import type { Trx } from '../../store/database.ts';
import type { MessageTable } from '../../store/tables/messageTables.ts';
import type { RetentionKind } from '../../store/tables/consentTables.ts';
import { hour } from '../../times/durations.ts';
import { deleteMessages } from '../eraseMessages.ts';
import { eraseMessageTexts } from './eraseMessageTexts.ts';
import { findHeld, retryMs, type IsUndelivered } from './findHeld.ts';
import type { Policy } from './policy.ts';

/** A message that must wait until this time. */
interface Waiting {
  readonly id: string;
  readonly at: Date;
}

/** A message, and since when it is final. */
export type FinalMessage = Pick<Selectable<MessageTable>, 'id' | 'final_at'>;

export interface Settled {
  readonly kind: RetentionKind;
  readonly waiting: readonly Waiting[];
  readonly erased: number;
}

/** Another transaction has locked the message. */
const lockedMs = 10_000;
/** The account can choose a shorter time while a message waits. */
const maxWaitMs = hour;

type DueMessage = Pick<Selectable<MessageTable>, 'id' | 'recipient' | 'purpose'>;

/**
 * Applies a setting to messages of one account, and returns those that must wait: until they are
 * final for long enough, and until nobody needs them. Locks only messages that it erases, and waits
 * for no lock, so that the messages that leave or arrive do not wait either.
 */
export async function eraseDueMessages(
  context: Context,
  trx: Trx,
  policy: Policy,
  messages: readonly FinalMessage[],
  isUndelivered: IsUndelivered,
): Promise<Settled> {
  const { accountId, kind, keepMs } = policy;
  const now = context.clock();
  const aged = messages.map(({ id, final_at }) => ({
    id,
    ageMs: final_at ? now.getTime() - final_at.getTime() - keepMs : -Infinity,
  }));
  const old = aged.filter(({ ageMs }) => ageMs >= 0);
  const held = await findHeld(context, trx, policy, old, isUndelivered);
  const waiting: Waiting[] = [];
  const free = new Set<string>();
  for (const { id, ageMs } of aged) {
    const waitMs = held.get(id) ?? untilDue(ageMs);
    if (waitMs === 0) free.add(id);
    else waiting.push({ id, at: new Date(now.getTime() + waitMs) });
  }
  const reviews = await sql<{ readonly id: string }>`
    select id from review where message_id = any(${[...free]}::text[])
    order by id for update skip locked`.execute(trx);
  // The deletion of a message locks its review, which an erasure locks before the message.
  const { rows: due } = await sql<DueMessage>`
    select id, recipient, purpose from message
    where id = any(${[...free]}::text[]) and not exists (
      select from review where message_id = message.id
        and id <> all(${reviews.rows.map(({ id }) => id)}::text[]))
    order by id for update skip locked`.execute(trx);
  const dueIds = due.map(({ id }) => id);
  const locked = new Set(dueIds);
  for (const id of free)
    if (!locked.has(id)) waiting.push({ id, at: new Date(now.getTime() + lockedMs) });
  const settled = { kind, waiting, erased: dueIds.length };
  if (dueIds.length === 0) return settled;
  if (kind === 'message') {
    await sql`select set_config('textloom.erases', 'on', true)`.execute(trx);
    await deleteVerifications(trx, accountId, due);
    const conversations = await deleteMessages(trx, dueIds);
    await sql`
      delete from conversation
      where id = any(${conversations}::text[]) and last_message_id is null`.execute(trx);
  } else await eraseMessageTexts(trx, dueIds, now);
  return settled;
}

/** A message that is not final can become so at any time. */
const untilDue = (ageMs: number): number =>
  ageMs === -Infinity ? retryMs : Math.min(Math.max(-ageMs, 0), maxWaitMs);

/** Counts what a transaction has erased after it is complete. */
export function countErased({ kind, erased }: Partial<Settled>): void {
  if (kind && erased) erasedMessages.inc({ what: kind === 'message' ? 'message' : 'text' }, erased);
}

/** Deletes the ended verifications of messages. */
async function deleteVerifications(
  trx: Trx,
  accountId: string,
  messages: readonly DueMessage[],
): Promise<void> {
  const phones = messages
    .filter(({ purpose }) => purpose === 'otp')
    .map(({ recipient }) => recipient);
  if (phones.length > 0)
    await sql`
      delete from verification
      where account_id = ${accountId} and phone = any(${phones}::text[])
        and message_id = any(${messages.map(({ id }) => id)}::text[])
        and status <> 'pending'`.execute(trx);
}
