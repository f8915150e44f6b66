import { sql } from 'kysely';
import { phoneKey } from '../phones/equivalentNumbers.ts';
import type { Trx } from '../store/database.ts';
import { day } from '../times/durations.ts';
import { hasPhone } from './hasPhone.ts';
import { findPending } from './permissions.ts';

/** How long a person can answer a confirmation request. */
const validMs = 30 * day;

interface Answer {
  readonly accountId: string;
  /** The number of the person, in E.164 form. */
  readonly phone: string;
  readonly now: Date;
  /** The message that the text replies to. If undefined, any request counts. */
  readonly inReplyTo?: string | null | undefined;
}

/** Returns whether a pending contact answers a request to confirm that they want messages. */
export async function answersConfirmationRequest(
  trx: Trx,
  { accountId, phone, now, inReplyTo }: Answer,
): Promise<boolean> {
  if (inReplyTo === null) return false;
  if ((await findPending(trx, [{ accountId, recipient: phone }])).length === 0) return false;
  const requestedAt = await findConfirmationRequest(trx, { accountId, phone, inReplyTo });
  return requestedAt !== undefined && now.getTime() - requestedAt.getTime() < validMs;
}

/** Returns when the service last asked a person to confirm. */
export async function findConfirmationRequest(
  trx: Trx,
  {
    accountId,
    phone,
    inReplyTo,
  }: Pick<Answer, 'accountId' | 'phone'> & { readonly inReplyTo?: string | undefined },
): Promise<Date | undefined> {
  const request = await trx
    .selectFrom('consent')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where(hasPhone([phone]))
    .where('action', '=', 'confirmation_requested')
    .where((where) => where.and({ message_id: inReplyTo }))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return request?.created_at;
}

/**
 * Returns which of these messages show what a YES of a pending contact means: requests that the
 * contact can still answer, and later messages to the contact.
 */
export async function findAwaited(
  trx: Trx,
  accountId: string,
  messageIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const since = new Date(now.getTime() - validMs);
  const messages = await trx
    .selectFrom('message')
    .select(['id', 'recipient'])
    .where('id', '=', sql<string>`any(${messageIds}::text[])`)
    .where('direction', '=', 'outbound')
    .where('created_at', '>', since)
    .execute();
  const people = messages.map(({ recipient }) => ({ accountId, recipient }));
  const pending = await findPending(trx, people);
  if (pending.length === 0) return [];
  const requests = await trx
    .selectFrom('consent')
    .select(['phone', 'message_id'])
    .where('account_id', '=', accountId)
    .where(hasPhone(pending.map(({ phone }) => phone)))
    .where('action', '=', 'confirmation_requested')
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .execute();
  const firstIds = new Map(requests.map((one) => [phoneKey(one.phone), one.message_id]));
  return messages
    .filter(({ id, recipient }) => id >= (firstIds.get(phoneKey(recipient)) ?? '~'))
    .map(({ id }) => id);
}
