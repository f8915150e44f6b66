import { sql } from 'kysely';
import { bootstrap } from '../../service/runtime/bootstrap.ts';
import { handsetNumbers } from '../../service/carriers/handset/handsetNumbers.ts';
import { readConfig } from '../../service/config/config.ts';
import { openStore } from '../../service/store/database.ts';
import type { BenchDatabase } from './database.ts';

/**
 * Fills a database that no service is using with delivered messages of the last days and their
 * related rows.
 */
export async function seed(
  { settings }: BenchDatabase,
  apiKey: string,
  count: number,
): Promise<void> {
  const store = await openStore(readConfig(settings), (error) => {
    throw error;
  });
  const { db } = store;
  await bootstrap(db, { apiKey, numbers: handsetNumbers, now: new Date() });
  if (count > 0) {
    await sql`
      insert into message (id, account_id, direction, status, recipient, sender, text, encoding,
        segments, purpose, metadata, sequence, expires_at, created_at, sent_at, delivered_at,
        final_at, carrier, attempts, priority, due_at, country)
      select 'msg_01' || lpad(n::text, 24, '0'), account.id, 'outbound', 'delivered',
        '+1' || 200 + n % 700 || '55501' || lpad((n % 50)::text, 2, '0'), '+12025550100',
        'Your order ' || n || ' has left our house', 'gsm7', 1,
        (array['notification', 'otp', 'alert', 'marketing'])[1 + n % 4], '{}', 2,
        at + interval '1 day', at, at, at, at, 'handset', 1, 1, at, 'US'
      from account, generate_series(1, ${count}) as n,
        lateral (select now() - interval '30 days' * (1 - n::float / ${count}) as at) as time`.execute(
      db,
    );
    await sql`
      insert into part (carrier, ref, message_id, part, outcome, carrier_code)
      select 'handset', 'txt' || substr(id, 4) || '-1', id, 0, 'delivered', 'DELIVRD' from message`.execute(
      db,
    );
    await sql`
      insert into receipt (id, carrier, ref, outcome, carrier_code, received_at, matched)
      select 'rcp' || substr(id, 4), 'handset', 'txt' || substr(id, 4) || '-1', 'delivered',
        'DELIVRD', created_at, true from message`.execute(db);
    await sql`
      insert into event (id, account_id, type, message_id, body, created_at)
      select 'evt' || substr(id, 4), account_id, 'message.delivered', id, '{}', created_at
      from message`.execute(db);
    await sql`
      insert into handset_text (id, handset, direction, sender, recipient, text, message_id, parts,
        is_shown, at)
      select 'txt' || substr(id, 4), recipient, 'to_handset', sender, recipient, text, id, 1, true,
        created_at from message`.execute(db);
    // Finish the maintenance after the seeding, so that it is not measured.
    await sql`vacuum analyze`.execute(db);
    await sql`checkpoint`.execute(db);
  }
  await store.boss.stop({ graceful: false });
  await store.close();
}
