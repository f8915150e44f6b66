import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { bootstrap } from '../../service/runtime/bootstrap.ts';
import { handsetNumbers } from '../../service/carriers/handset/handsetNumbers.ts';
import { foldTally } from '../../service/reports/foldTally.ts';
import { startServiceProcess } from '../serviceProcess.ts';
import { newApiKey, selectKinds, withStore, type BenchDatabase } from './database.ts';
import { median } from './median.ts';
import { table } from './table.ts';

/** The maximum median time from the request to the complete response, in milliseconds. */
const limit = 100;
const times = 9;
const batch = 50_000;
const days = 30;

/**
 * The reports cover 30 days of messages from ten numbers, to three countries, and for twenty lists.
 */
const reports: Readonly<Record<string, string>> = {
  total: '',
  'by day and status': 'interval=day&group_by=status',
  'by day and status, India': 'interval=day&group_by=status&time_zone=Asia/Kolkata',
  'by hour and sender': 'interval=hour&group_by=from',
  'by day and list': 'interval=day&group_by=list',
  'by day and purpose, for one sender':
    'interval=day&group_by=purpose&from=%2B12025550103&time_zone=Europe/London',
  'by day and sender, for one purpose': 'interval=day&group_by=from&purpose=notification',
};

/** Requests reports on many messages with both databases, and prints how long they take. */
export async function report(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: { stored: { type: 'string', default: '1000000' } },
  });
  const rows = [];
  for (const { open } of selectKinds('PostgreSQL,embedded')) {
    rows.push(...(await measure(await open(), Number(values.stored))));
  }
  process.stdout.write(
    `\n${table(rows.map(({ milliseconds, ...row }) => ({ ...row, 'took ms': milliseconds.toFixed(1), 'at most': String(limit) })))}\n`,
  );
  return rows.every(({ milliseconds }) => milliseconds < limit);
}

async function measure(database: BenchDatabase, stored: number) {
  const apiKey = newApiKey();
  try {
    process.stdout.write(`${database.name}: storing ${stored} messages …\n`);
    await fill(database, apiKey, stored);
    const service = await startServiceProcess({
      settings: { ...database.settings, API_KEY: apiKey },
    });
    try {
      const rows = [];
      for (const [title, query] of Object.entries(reports)) {
        const { milliseconds, count } = await measureReport(
          `${service.url}/v1/reports?${query}`,
          apiKey,
        );
        rows.push({ report: title, database: database.name, rows: String(count), milliseconds });
      }
      return rows;
    } finally {
      await service.stop();
    }
  } finally {
    await database.remove();
  }
}

async function measureReport(
  url: string,
  apiKey: string,
): Promise<{ milliseconds: number; count: number }> {
  const start = new Date(Date.now() - days * 86_400_000).toISOString();
  const milliseconds: number[] = [];
  let count = 0;
  for (let time = 0; time < times; time += 1) {
    const requestedAt = performance.now();
    const response = await fetch(`${url}&start=${start}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const body = await response.text();
    milliseconds.push(performance.now() - requestedAt);
    if (!response.ok)
      throw new Error(`The report got a response with status ${response.status}: ${body}`);
    count = (JSON.parse(body) as { data: unknown[] }).data.length;
  }
  return { milliseconds: median(milliseconds), count };
}

/** Fills a database that no service is using. */
const fill = (database: BenchDatabase, apiKey: string, count: number): Promise<void> =>
  withStore(database, async ({ db }) => {
    await bootstrap(db, { apiKey, numbers: handsetNumbers, now: new Date() });
    for (let first = 1; first <= count; first += batch) {
      await sql`
      insert into message (id, account_id, direction, status, recipient, sender, text, encoding,
        segments, purpose, metadata, sequence, created_at, due_at, final_at, country, campaign_id,
        list_ids)
      select 'msg_01' || lpad(n::text, 24, '0'), account.id,
        case status when 'received' then 'inbound' else 'outbound' end, status,
        '+1' || 200 + n % 700 || '5550100', '+120255501' || lpad((random() * 9)::int::text, 2, '0'),
        'Your order has left our house', 'gsm7', 1 + n % 2, purpose, '{}', 2, at, at, at,
        case when random() < 0.9 then 'US' when random() < 0.5 then 'CA' else 'GB' end,
        case purpose when 'marketing' then 'reg_' || n % 3 end,
        case when random() < 0.6 then '{}'
          when random() < 0.7 then array['lst_' || (random() * 20)::int]
          else array['lst_all', 'lst_' || (random() * 20)::int] end
      from account, generate_series(${first}::int, ${Math.min(count, first + batch - 1)}::int) as n,
        lateral (
          select now() - interval '1 day' * ${days}::float8 * (1 - n::float8 / ${count}::float8) as at,
            (array['notification', 'notification', 'otp', 'alert', 'marketing'])[1 + n % 5] as purpose,
            case when random() < 0.85 then 'delivered' else
              (array['undelivered', 'failed', 'expired', 'unconfirmed', 'canceled', 'received'])
                [1 + n % 6] end as status
        ) as kind`.execute(db);
      await foldTally(db, 10_000_000);
    }
    await sql`analyze`.execute(db);
  });
