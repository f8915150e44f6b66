import { sql, type RawBuilder } from 'kysely';
import { addAccount } from '../../../service/accounts/addAccount.ts';
import { handsetNumbers } from '../../../service/carriers/handset/handsetNumbers.ts';
import { foldTally } from '../../../service/reports/foldTally.ts';
import { bootstrap } from '../../../service/runtime/bootstrap.ts';
import type { Db } from '../../../service/store/database.ts';
import { withStore, type BenchDatabase } from '../database.ts';
import { eventBody } from './eventBody.ts';

/** The messages of two years. */
const days = 730;
/** All accounts but the first share two fifths of the messages. */
const accounts = 5;
const batch = 50_000;
const tables = ['message', 'part', 'event', 'delivery'] as const;

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Encodes a time as the first ten characters of an ID. */
const encodedTime = (time: RawBuilder<unknown>): RawBuilder<string> => {
  const milliseconds = sql`(extract(epoch from ${time}) * 1000)::bigint`;
  const places = Array.from(
    { length: 10 },
    (_, at) =>
      sql`substr(${sql.lit(digits)}, ((${milliseconds} >> ${sql.lit(45 - 5 * at)}) & 31)::int + 1, 1)`,
  );
  return sql`${sql.join(places, sql` || `)}`;
};

/**
 * Fills a database that no service is using with finished messages of two years, and with their
 * parts, events and deliveries, as the service leaves them: one of each per message. No account
 * has a retention setting. It creates the indexes last, which takes a fraction of the time.
 */
export const fill = (
  database: BenchDatabase,
  apiKey: string,
  count: number,
  report: (sentence: string) => void = () => undefined,
): Promise<void> =>
  withStore(database, async ({ longRunning: db }) => {
    const now = new Date();
    await bootstrap(db, { apiKey, numbers: handsetNumbers, now });
    await addOthers(db, now);
    const indexes = await dropIndexes(db);
    for (let first = 1; first <= count; first += batch) {
      const last = Math.min(count, first + batch - 1);
      await insertBatch(db, { now, count, first, last });
      await foldTally(db, 10_000_000);
      report(`${last} of ${count}`);
    }
    // Finish the maintenance here, so that it is not measured.
    for (const statement of [...indexes, 'vacuum analyze', 'checkpoint']) {
      report(statement);
      await sql.raw(statement).execute(db);
    }
  });

async function addOthers(db: Db, now: Date): Promise<void> {
  const account = { name: 'Another account', country: 'US', timeZone: 'America/New_York' };
  await db.transaction().execute(async (trx) => {
    for (let at = 1; at < accounts; at++) await addAccount(trx, account, now);
  });
  await sql`
    update account
    set retention = '{"otp_text_hours":null,"text_days":null,"message_days":null}'`.execute(db);
  await sql`
    insert into webhook (id, account_id, url, events, secret, status, created_at, updated_at)
    select 'whk_' || id, id, 'https://example.com/hook', '["*"]', '', 'disabled', ${now}, ${now}
    from account`.execute(db);
}

/** Drops the indexes that no key needs, and returns the statements that create them. */
async function dropIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ readonly name: string; readonly definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid::regclass::text = any(${tables}::text[]) and not indisunique`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db);
  return rows.map(({ definition }) => definition);
}

interface Batch {
  readonly now: Date;
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

async function insertBatch(db: Db, { now, count, first, last }: Batch): Promise<void> {
  const at = sql`(${now}::timestamptz
    - interval '1 second' * ((${sql.lit(count)}::bigint - n) * ${sql.lit((days * 86_400) / count)}::float8))`;
  await sql`
    with account_list as (select array_agg(id order by id) as ids from account), generated as (
      select n, ${at} as at, 'msg_' || ${encodedTime(at)} || substr(upper(md5(n::text)), 1, 16) as id,
        ids[case when n % 5 < 3 then 1 else 2 + n % ${sql.lit(accounts - 1)} end] as account_id,
        n % 20 = 7 as is_inbound,
        '+1' || (200 + n % 700) || '555' || lpad((n * 7919 % 10000)::text, 4, '0') as phone,
        (array['notification', 'notification', 'otp', 'alert', 'marketing'])[1 + n % 5] as purpose
      from account_list, generate_series(${sql.lit(first)}::bigint, ${sql.lit(last)}::bigint) as n
    ), stored as (
      insert into message (id, account_id, direction, status, recipient, sender, text, encoding,
        segments, purpose, metadata, reference, sequence, expires_at, created_at, sent_at,
        delivered_at, final_at, carrier, carrier_ref, attempts, priority, due_at, country)
      select id, account_id, case when is_inbound then 'inbound' else 'outbound' end,
        case when is_inbound then 'received' when n % 33 = 0 then 'undelivered' else 'delivered' end,
        case when is_inbound then '+12025550100' else phone end,
        case when is_inbound then phone else '+12025550100' end,
        case when is_inbound then 'When does order ' || n || ' arrive?'
          when purpose = 'otp' then lpad((n * 7 % 1000000)::text, 6, '0') || ' is your code'
          else 'Your order ' || n || ' has left our house' end,
        'gsm7', 1, case when is_inbound then 'notification' else purpose end, '{}',
        case when n % 5 = 0 then 'order-' || n end, 2,
        at + interval '1 day', at, at, at, at, 'upstream',
        case when is_inbound then 'in' || n end, 1, 1, case when not is_inbound then at end, 'US'
      from generated
      returning id, account_id, direction, status, recipient, sender, text, purpose, created_at
    ), parts as (
      insert into part (carrier, ref, message_id, part, outcome, carrier_code)
      select 'upstream', 'ref' || substr(id, 4), id, 0, 'delivered', 'DELIVRD'
      from stored where direction = 'outbound'
    ), events as (
      insert into event (id, account_id, type, message_id, body, created_at)
      select 'evt' || substr(id, 4), account_id, 'message.' || status, id, ${eventBody()}, created_at
      from stored
    )
    insert into delivery (id, webhook_id, event_id, event_type, attempt, status_code, answer,
      duration_ms, started_at)
    select 'dlv' || substr(id, 4), 'whk_' || account_id, 'evt' || substr(id, 4),
      'message.' || status, 1, 200, 'ok', 12, created_at
    from stored`.execute(db);
}
