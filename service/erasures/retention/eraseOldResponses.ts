import { limits } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { iso } from '../../times/iso.ts';
import type { Trx } from '../../store/database.ts';
import { hour } from '../../times/durations.ts';

interface Row {
  readonly account_id: string;
  readonly path: string;
  readonly key: string;
  readonly body: string;
}

/**
 * Erases the texts of codes in responses that the service stores for repeated requests, and returns
 * whether there is more. Reads each response once, in the order of their times, for each number of
 * hours that an account has chosen. Responses go after a day, so other texts need no erasure.
 */
export async function eraseOldResponses(context: Context, trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ readonly hours: number }>`
    select distinct (retention ->> 'otp_text_hours')::integer as hours from account
    where (retention ->> 'otp_text_hours')::integer < ${limits.idempotencyHours}`.execute(trx);
  let isMore = false;
  for (const { hours } of rows) isMore = (await eraseAfter(context, trx, hours)) || isMore;
  return isMore;
}

async function eraseAfter({ clock, batch }: Context, trx: Trx, hours: number): Promise<boolean> {
  const now = clock();
  const kind = `response_${hours}`;
  await sql`
    insert into retention_walk (account_id, kind, cursor) values ('', ${kind}, '-infinity')
    on conflict do nothing`.execute(trx);
  const claimed = await sql<{ readonly cursor: string }>`
    select cursor from retention_walk where account_id = '' and kind = ${kind}
    for update skip locked`.execute(trx);
  if (!claimed.rows[0]) return false;
  const { cursor } = claimed.rows[0];
  const page = await sql<{ readonly last: string | null; readonly count: number }>`
    select max(created_at)::text as last, count(*)::integer as count from (
      select created_at from idempotency
      where created_at > ${cursor}::timestamptz
        and created_at <= ${new Date(now.getTime() - hours * hour)}
      order by created_at fetch first ${sql.lit(batch())} rows with ties
    ) as page`.execute(trx);
  const { last, count } = page.rows[0]!;
  if (last === null) return false;
  const { rows } = await sql<Row>`
    select account_id, path, key, body
    from idempotency join account on account.id = account_id
    where idempotency.created_at > ${cursor}::timestamptz
      and idempotency.created_at <= ${last}::timestamptz
      and (retention ->> 'otp_text_hours')::integer = ${hours} and body like '%"otp"%'
    order by account_id, path, key collate "C" for update of idempotency`.execute(trx);
  const erased = rows.map((row) => ({ ...row, body: withoutCodes(row.body, iso(now)) }));
  await sql`
    update idempotency set body = erased.body
    from json_to_recordset(${JSON.stringify(erased)}::json)
      as erased(account_id text, path text, key text, body text)
    where idempotency.account_id = erased.account_id and idempotency.path = erased.path
      and idempotency.key = erased.key`.execute(trx);
  await sql`
    update retention_walk set cursor = ${last} where account_id = '' and kind = ${kind}`.execute(
    trx,
  );
  return count >= batch();
}

/** Erases the text of each code in a response. */
const withoutCodes = (body: string, at: string): string =>
  JSON.stringify(JSON.parse(body), (_, value: unknown) =>
    isCode(value) ? { ...value, text: '', sent_text: null, text_erased_at: at } : value,
  );

const isCode = (value: unknown): value is { readonly text: string } =>
  typeof value === 'object' &&
  value !== null &&
  'purpose' in value &&
  value.purpose === 'otp' &&
  'text' in value &&
  value.text !== '';
