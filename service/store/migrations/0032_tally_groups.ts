import { sql, type Kysely } from 'kysely';
import { counters, sources, statuses } from './0004_tally.ts';

const sums = statuses.flatMap((status) => [
  `sum(case status when '${status}' then messages end)`,
  `sum(case status when '${status}' then segments end)`,
]);

/**
 * Sums the messages of a statement up before it sorts the sums into lists and columns. A statement
 * changes hundreds of messages of few kinds, so this takes a fraction of the time.
 */
const countChange = (rows: string): string => `
  insert into tally_change
    (account_id, is_by_list, bucket, list_id, purpose, sender, campaign_id, country,
      ${counters.join(', ')})
  select account_id, place.is_by_list, bucket, place.list_id, purpose, sender, campaign_id, country,
    ${sums.map((sum) => `nullif(${sum}, 0)`).join(', ')}
  from (
    select account_id, date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00Z') as bucket,
      list_ids, purpose, case direction when 'outbound' then sender else '' end as sender,
      coalesce(campaign_id, '') as campaign_id, coalesce(country, '') as country, status,
      sum(sign) as messages, sum(sign * segments) as segments
    from (${rows}) as message
    group by 1, 2, 3, 4, 5, 6, 7, 8
    having sum(sign) <> 0 or sum(sign * segments) <> 0
  ) as change
  cross join lateral (
    select false as is_by_list, '' as list_id
    union all
    select true, '' where list_ids = '{}'
    union all
    select distinct true, unnest(list_ids)
  ) as place
  group by 1, 2, 3, 4, 5, 6, 7, 8
  having ${sums.map((sum) => `${sum} <> 0`).join(' or ')}`;

/** Makes the triggers that count messages for reports faster. They count the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [event, { rows }] of Object.entries(sources))
    await sql
      .raw(
        `create or replace function tally_${event}() returns trigger language plpgsql as $$ begin
          ${countChange(rows)};
          return null;
        end $$`,
      )
      .execute(db);
}
