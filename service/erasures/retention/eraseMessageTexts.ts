import { eventSchema, toWire, type Event } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { iso } from '../../times/iso.ts';
import type { Trx } from '../../store/database.ts';
import { isAbout, toEvent } from '../../webhooks/toEvent.ts';
import { eraseTexts } from '../eraseMessages.ts';

/**
 * Erases the texts and the media of final messages that the transaction has locked, everywhere:
 * including in their events and in what receivers responded, because a response can repeat the
 * text.
 */
export async function eraseMessageTexts(
  trx: Trx,
  messageIds: readonly string[],
  now: Date,
): Promise<void> {
  const own = sql`any(${messageIds}::text[])`;
  await sql`
    update message set text = '', sent_text = null, text_erased_at = ${now},
      media = case when media is not null then '[]'::jsonb end
    where id = ${own}`.execute(trx);
  await eraseTexts(trx, messageIds);
  await sql`delete from received_media where message_id = ${own}`.execute(trx);
  const { rows } = await sql<{ readonly id: string; readonly body: string }>`
    select id, body from event where message_id = ${own} order by id for update`.execute(trx);
  const bodies = rows.map((row) => ({ id: row.id, body: withoutText(row, now) }));
  await sql`
    update event set body = erased.body
    from json_to_recordset(${JSON.stringify(bodies)}::json) as erased(id text, body text)
    where event.id = erased.id`.execute(trx);
  await sql`
    update delivery set answer = null
    where event_id = any(${rows.map(({ id }) => id)}::text[]) and answer is not null`.execute(trx);
}

/** Returns the body of an event without texts. */
function withoutText(row: { readonly body: string }, now: Date): string {
  const event = toEvent(row);
  const data = { ...event.data, ...emptied(event, iso(now)) };
  return JSON.stringify(toWire(eventSchema, { ...event, data }));
}

/** Joined texts are about as old as the last one. */
function emptied(event: Event, text_erased_at: string): object {
  if (isAbout(event, 'message')) {
    const burst = event.data.burst?.map((one) => ({ ...one, text: '', media: [] }));
    return { text: '', sent_text: null, text_erased_at, media: [], burst: burst ?? null };
  }
  if (!isAbout(event, 'conversation')) return { text: '' };
  return { last_message: { ...event.data.last_message, text: '', text_erased_at } };
}
