import { sql, type Kysely } from 'kysely';

export const statuses = [
  'scheduled',
  'queued',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'expired',
  'unconfirmed',
  'canceled',
  'received',
];
export const counters = statuses.flatMap((status) => [status, `${status}_segments`]);
/** The columns of a message that decide where it counts. */
const counted =
  'account_id, created_at, direction, status, segments, purpose, sender, campaign_id, country, list_ids';

/** Selects the messages whose counts each kind of statement changes. */
export const sources = {
  insert: {
    referencing: 'new table as fresh',
    rows: `select ${counted}, 1 as sign from fresh`,
  },
  update: {
    referencing: 'old table as stale new table as fresh',
    // In the sum, unchanged rows cancel out. A join of the two would take quadratic time.
    rows: `select ${counted}, -1 as sign from stale union all select ${counted}, 1 from fresh`,
  },
  delete: {
    referencing: 'old table as stale',
    rows: `select ${counted}, -1 as sign from stale`,
  },
};

/** Stores what messages add to or subtract from the counts, depending on their sign. */
const countChange = (rows: string): string => `
  insert into tally_change
    (account_id, is_by_list, bucket, list_id, purpose, sender, campaign_id, country,
      ${counters.join(', ')})
  select account_id, place.is_by_list,
    date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00Z'),
    place.list_id, purpose, case direction when 'outbound' then sender else '' end,
    coalesce(campaign_id, ''), coalesce(country, ''),
    ${statuses
      .flatMap((status) => [
        `nullif(sum(case status when '${status}' then sign end), 0)`,
        `nullif(sum(case status when '${status}' then sign * segments end), 0)`,
      ])
      .join(', ')}
  from (${rows}) as message
  cross join lateral (
    select false as is_by_list, '' as list_id
    union all
    select true, '' where list_ids = '{}'
    union all
    select distinct true, unnest(list_ids)
  ) as place
  group by 1, 2, 3, 4, 5, 6, 7, 8
  having ${statuses
    .flatMap((status) => [
      `sum(case status when '${status}' then sign end) <> 0`,
      `sum(case status when '${status}' then sign * segments end) <> 0`,
    ])
    .join(' or ')}`;

/**
 * Creates the tally that reports sum up: how many messages of each kind were created in each
 * quarter of an hour, and in each hour. A message counts once in the total, and once in each of its
 * lists. A message without lists counts in the list with the empty name.
 *
 * Each statement that changes messages stores its changes to the counts in separate rows, so that
 * no two statements wait for each other. The service adds these rows to the tally later. The sum of
 * both is always correct.
 *
 * A counter of zero is null, which takes no space.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const columns = `
    bucket timestamptz not null, list_id text not null, purpose text not null,
    sender text not null, campaign_id text not null, country text not null,
    ${counters.map((counter) => `${counter} integer`).join(', ')}`;
  // The fill factor leaves space for in-place updates, because a row changes often during its hour.
  await run(`
    create table tally (
      account_id text not null, facet text not null, width smallint not null, ${columns},
      primary key
        (account_id, facet, width, bucket, list_id, purpose, sender, campaign_id, country)
    ) with (fillfactor = 70)`);
  await run(
    `create table tally_change (account_id text not null, is_by_list boolean not null, ${columns})`,
  );
  await run('create index tally_change_account on tally_change (account_id)');

  for (const [event, { referencing, rows }] of Object.entries(sources)) {
    await run(`
      create function tally_${event}() returns trigger language plpgsql as $$ begin
        ${countChange(rows)};
        return null;
      end $$`);
    await run(`
      create trigger tally_${event} after ${event} on message referencing ${referencing}
      for each statement execute function tally_${event}()`);
  }
  await run(countChange(`select ${counted}, 1 as sign from message`));
}
