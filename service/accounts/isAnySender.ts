import { isSenderName } from '@textloom/shared/contract';
import { sql, type RawBuilder } from 'kysely';

/**
 * Returns a condition for the rows of `number` that have one of these senders. The case of a name
 * does not matter.
 */
export function isAnySender(senders: readonly string[]): RawBuilder<boolean> {
  const isListed = sql<boolean>`number = any(${senders}::text[])`;
  const names = senders.filter(isSenderName).map((name) => name.toLowerCase());
  if (names.length === 0) return isListed;
  return sql`(${isListed} or type = 'alphanumeric' and lower(number) = any(${names}::text[]))`;
}
