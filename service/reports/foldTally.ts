import { messageStatus } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { foldChanges } from '../store/foldChanges.ts';
import type { Facet } from '../store/tables/tallyTables.ts';

const counters = messageStatus.enum.flatMap((status) => [status, `${status}_segments`]);
const joinCounters = (format: (counter: string) => string) =>
  sql.raw(counters.map(format).join(', '));

/**
 * The columns of each facet. A report reads the facet with the fewest columns that has all it
 * needs.
 */
const facets: Record<Facet, readonly string[]> = {
  all: [],
  purpose: ['purpose'],
  sender: ['sender'],
  campaign_id: ['campaign_id'],
  country: ['country'],
  each: ['purpose', 'sender', 'campaign_id', 'country'],
  list_id: ['list_id'],
  each_by_list: ['list_id', 'purpose', 'sender', 'campaign_id', 'country'],
};
const facetRows = JSON.stringify(
  Object.entries(facets).map(([facet, columns]) => ({
    facet,
    is_by_list: columns.includes('list_id'),
    columns,
  })),
);
const keptColumn = (column: string) =>
  sql`case when facet.columns ? ${sql.lit(column)} then change.${sql.ref(column)} else '' end`;

/** Adds changes to the tally of reports, at most `maxBatch` in one transaction. */
export const foldTally = (db: Db, maxBatch = 5_000): Promise<void> =>
  foldChanges(db, { table: 'tally_change', maxBatch, add });

const add = sql`change as (
  select account_id, is_by_list, bucket, list_id, purpose, sender, campaign_id, country,
    ${joinCounters((counter) => `sum(${counter}) as ${counter}`)}
  from taken
  group by 1, 2, 3, 4, 5, 6, 7, 8
), added as (
  insert into tally as kept
    (account_id, facet, width, bucket, list_id, purpose, sender, campaign_id, country,
      ${joinCounters((counter) => counter)})
  select account_id, facet, width,
    date_bin(width * interval '1 minute', bucket, timestamptz '2000-01-01 00:00Z'),
    ${keptColumn('list_id')}, ${keptColumn('purpose')}, ${keptColumn('sender')}, ${keptColumn('campaign_id')},
    ${keptColumn('country')},
    ${joinCounters((counter) => `nullif(sum(change.${counter}), 0)`)}
  from change
  join jsonb_to_recordset(${facetRows}::jsonb)
    as facet(facet text, is_by_list boolean, columns jsonb) using (is_by_list)
  cross join (values (15), (60)) as bin(width)
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  order by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (account_id, facet, width, bucket, list_id, purpose, sender, campaign_id, country)
    do update set ${joinCounters(
      (counter) =>
        `${counter} = nullif(coalesce(kept.${counter}, 0) + coalesce(excluded.${counter}, 0), 0)`,
    )}
)`;
