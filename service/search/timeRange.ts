import { sql, type RawBuilder } from 'kysely';
import { idBefore, lowestId, type Prefix } from '../lib/ids.ts';
import { parseOptionalTime } from '../times/parseTime.ts';

/** A time range of a list. `after` belongs to it, `until` does not. */
export interface TimeRange {
  readonly after: Date | undefined;
  readonly until: Date | undefined;
}

interface CreationFilters {
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
}

/** Parses the filters of the creation time. */
export const parseCreation = ({ created_after, created_before }: CreationFilters): TimeRange => ({
  after: parseOptionalTime(created_after, '/created_after'),
  until: parseOptionalTime(created_before, '/created_before'),
});

/** Matches rows whose time in this column is in the range. */
export const isWithin = (column: string, { after, until }: TimeRange): RawBuilder<boolean> =>
  joinConditions([
    after && sql`${sql.ref(column)} >= ${after}`,
    until && sql`${sql.ref(column)} < ${until}`,
  ]);

/**
 * Matches rows that were created in the range. Their IDs sort by time, so the index of the IDs
 * saves the query from reading all other rows.
 */
export const createdWithin = (prefix: Prefix, now: Date, range: TimeRange): RawBuilder<boolean> =>
  joinConditions([isWithin('created_at', range), hasIdWithin('id', prefix, now, range)]);

/** Matches at least the rows with this column of IDs that were created in the range. */
export function hasIdWithin(
  column: string,
  prefix: Prefix,
  now: Date,
  range: TimeRange,
): RawBuilder<boolean> {
  const id = sql.ref(column);
  const { since, until } = toIdRange(prefix, now, range);
  return joinConditions([
    since === undefined ? undefined : sql`${id} >= ${since}`,
    until === undefined ? undefined : sql`${id} < ${until}`,
  ]);
}

/** Returns IDs that enclose at least the rows that were created in the range. */
export function toIdRange(prefix: Prefix, now: Date, { after, until }: TimeRange) {
  const ageMs = after && now.getTime() - after.getTime();
  return {
    // Rows with a future time have IDs of any age, because someone set the clock back later.
    since: ageMs !== undefined && ageMs > 0 ? lowestId(prefix, ageMs) : undefined,
    until: until && idBefore(prefix, until),
  };
}

const joinConditions = (
  conditions: readonly (RawBuilder<unknown> | undefined)[],
): RawBuilder<boolean> => {
  const given = conditions.filter((one) => one !== undefined);
  return given.length === 0 ? sql`true` : sql`(${sql.join(given, sql` and `)})`;
};
