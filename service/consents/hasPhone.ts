import { sql } from 'kysely';
import { allSpellings } from '../phones/equivalentNumbers.ts';

/**
 * Matches the rows of people by `phone`, in any spelling of their numbers. Everything that the
 * service knows about a person applies to all spellings, because a carrier and an account can
 * choose different ones. Uses an index that starts with the account and the number.
 */
export const hasPhone = (phones: readonly string[]) =>
  sql<boolean>`phone = any(${allSpellings(phones)}::text[])`;
