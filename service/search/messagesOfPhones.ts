import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Trx } from '../store/database.ts';
import { mergeNewest, selectPage, type IdPage } from '../store/readPage.ts';
import type { Database } from '../store/tables/tables.ts';

interface Page extends IdPage {
  /** All spellings of a number. */
  readonly phones: readonly string[];
  /** The spellings that are numbers of the account. */
  readonly own: readonly string[];
}

/**
 * Returns an expression for the IDs of the newest messages to or from a phone. It reads each
 * direction and each spelling from its index, because no index serves both. Sent messages have no
 * index of senders, so it reads them newest first, and only for the account's own numbers, which
 * have sent many.
 */
export function messagesOfPhones(
  messages: SelectQueryBuilder<Database, 'message', object>,
  { phones, own, ...page }: Page,
): RawBuilder<string[]> {
  const newest = selectPage(messages.select('id'), page);
  if (phones.length === 0) return sql`array[]::text[]`;
  const notToPhone = newest.where('recipient', 'not in', phones);
  const parts = phones.flatMap((phone) => [
    newest.where('recipient', '=', phone),
    own.includes(phone)
      ? notToPhone.where('sender', '=', phone)
      : // The index of senders contains only received messages.
        notToPhone.where('sender', '=', phone).where(sql<boolean>`direction = 'inbound'`),
  ]);
  return mergeNewest(parts, page.count);
}

/** Returns those of the numbers that belong to the account. */
export async function ownNumbers(
  trx: Trx,
  accountId: string,
  phones: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('number')
    .select('number')
    .where('account_id', '=', accountId)
    .where('number', 'in', phones)
    .execute();
  return rows.map(({ number }) => number);
}

/** Returns the condition for a few messages. All messages of an account have no index for it. */
export const isOfPhones = (phones: readonly string[] | undefined): RawBuilder<boolean> =>
  phones === undefined
    ? sql`true`
    : sql`(recipient = any(${phones}::text[]) or sender = any(${phones}::text[]))`;
