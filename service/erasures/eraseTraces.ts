import type { Event } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { isMessageEvent, toEvent } from '../webhooks/toEvent.ts';
import { eraseEvents } from './eraseMessages.ts';
import { contains, type Step } from './erasure.ts';
import { isAwaited } from './lateReceipts.ts';

/** No index finds these rows, so each transaction reads some of them. */
const rowsPerStep = 2_000;

interface EventRow {
  readonly type: string;
  readonly id: string;
  readonly isOwn: boolean;
  readonly joined?: string;
}

/**
 * Erases events that are not about a message, such as those of the contact. Joined texts can be
 * older than their event.
 */
export const eraseOtherEvents: Step = async ({ trx, cursor, account_id, phones, created_at }) => {
  const own = sql`not (${isMessageEvent}) and ${contains(sql`body`, phones)}`;
  // An earlier version remembers only an ID, and this one starts again.
  const [type, id] = cursor.startsWith('[') ? (JSON.parse(cursor) as [string, string]) : ['', ''];
  const { rows } = await sql<EventRow>`
    select type, id, ${own} and created_at <= ${created_at} as "isOwn",
      case when ${own} and webhook_id is not null then body end as joined
    from event where account_id = ${account_id} and (type, id) > (${type}, ${id})
    order by type, id limit ${rowsPerStep}`.execute(trx);
  const isEarlier = (body: string) =>
    (toEvent({ body }) as Event<'message.received'>).data.burst?.some(
      (text) => Date.parse(text.created_at) <= created_at.getTime(),
    );
  await eraseEvents(
    trx,
    rows.flatMap(({ id, isOwn, joined }) => (isOwn || (joined && isEarlier(joined)) ? [id] : [])),
  );
  const last = rows.at(-1);
  if (!last || rows.length < rowsPerStep) return { kind: 'done' };
  return { kind: 'more', cursor: JSON.stringify([last.type, last.id]) };
};

/**
 * Forgets stored responses. A repeated request is then refused, so that it does nothing twice. A
 * key that contains the number goes altogether. A response can be older than its time, which a
 * repeated batch renews.
 */
export const eraseResponses: Step = async ({ trx, cursor, account_id, phones, created_at }) => {
  const [path, key] = cursor === '' ? ['', ''] : (JSON.parse(cursor) as [string, string]);
  const { rows } = await sql<{ readonly path: string; readonly key: string }>`
    select path, key from idempotency
    where account_id = ${account_id} and (path, key) > (${path}, ${key})
    order by path, key limit ${rowsPerStep}`.execute(trx);
  const last = rows.at(-1);
  if (!last) return { kind: 'done' };
  const page = sql`account_id = ${account_id}
    and (path, key) > (${path}, ${key}) and (path, key) <= (${last.path}, ${last.key})`;
  // In the order in which batches claim keys.
  await sql`
    select from idempotency
    where ${page} and (${contains(sql`key`, phones)} or ${contains(sql`body`, phones)})
    order by path, key collate "C" for update`.execute(trx);
  await sql`
    delete from idempotency
    where ${page} and created_at <= ${created_at} and ${contains(sql`key`, phones)}`.execute(trx);
  await sql`
    update idempotency set fingerprint = '', body = 'null'
    where ${page} and ${contains(sql`body`, phones)}`.execute(trx);
  return { kind: 'more', cursor: JSON.stringify([last.path, last.key]) };
};

/** Deletes receipts that wait for a message to the person, unless the message can still appear. */
export const eraseReceipts: Step = async ({ trx, cursor, phones }) => {
  const { rows } = await sql<{ readonly id: string }>`
    select id from receipt where id > ${cursor} order by id limit ${rowsPerStep}`.execute(trx);
  const last = rows.at(-1);
  if (!last) return { kind: 'done' };
  // Carriers write numbers with different prefixes.
  const own = sql`ltrim(recipient, '+0')`;
  await sql`
    delete from receipt
    where id > ${cursor} and id <= ${last.id} and length(${own}) >= 7
      and exists (
        select from unnest(${phones}::text[]) as phone
        where right(phone, length(${own})) = ${own}
      )
      and not ${isAwaited}`.execute(trx);
  return rows.length < rowsPerStep ? { kind: 'done' } : { kind: 'more', cursor: last.id };
};

/** Erases finished jobs that contain a text of the person, and waits for the others. */
export const eraseJobs: Step = async ({ trx, phones }) => {
  const own = sql`
    name in ('callback', 'handset') and ${contains(sql`data::text`, phones)}`;
  await sql`
    delete from pgboss.job
    where ${own} and state in ('completed', 'failed', 'cancelled')`.execute(trx);
  const { rows } = await sql`select from pgboss.job where ${own} limit 1`.execute(trx);
  return { kind: rows.length === 0 ? 'done' : 'later' };
};
