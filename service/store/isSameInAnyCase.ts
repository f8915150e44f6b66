import { sql, type RawBuilder } from 'kysely';

/**
 * Matches a column whose text differs from another text at most in case. Some databases turn a
 * capital sigma at the end of a word into a letter that nobody writes there, so equal capitals also
 * match.
 */
export const isSameInAnyCase = (column: string, text: string): RawBuilder<boolean> => sql<boolean>`(
  lower(${sql.ref(column)}) = lower(${text}) or upper(${sql.ref(column)}) = upper(${text})
)`;
