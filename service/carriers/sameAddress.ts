import { sql, type RawBuilder } from 'kysely';

/** Two spellings of an address end with at least this many equal characters. */
const comparedDigits = 7;

/**
 * Returns whether an address of a receipt can be that of a message. Carriers write numbers in
 * several ways, with different prefixes but the same ending. Two spellings of the same length
 * differ at most in the prefix of one digit before a national number.
 */
export function isSameAddress(address: string, other: string | null): boolean {
  const [own, named] = [address, other ?? ''].map((one) => one.replace(/^\+/, '').toLowerCase());
  if (named === '') return true;
  const compared =
    own!.length === named!.length ? Math.max(own!.length - 1, comparedDigits) : comparedDigits;
  return own!.slice(-compared) === named!.slice(-compared);
}

/** Does the same as `isSameAddress` in a query. */
export function endsMatch(
  named: RawBuilder<unknown>,
  own: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const [a, b] = [named, own].map((address) => sql`ltrim(lower(${address}), '+')`);
  const compared = sql`case when length(${a}) = length(${b})
    then greatest(length(${a}) - 1, ${comparedDigits}) else ${comparedDigits} end`;
  return sql`(coalesce(${named}, '') = '' or right(${a}, ${compared}) = right(${b}, ${compared}))`;
}
