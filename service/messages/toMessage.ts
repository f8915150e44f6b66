import type { Attempt, Message } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import type { AttemptTable, MessageTable } from '../store/tables/messageTables.ts';
import type { Context } from '../core/context.ts';
import { conversationId } from '../conversations/conversationId.ts';
import { toEnds } from '../conversations/toEnds.ts';
import { toMedia, type ShownMedia } from '../media/link.ts';
import { iso } from '../times/iso.ts';

export type MessageRow = Selectable<MessageTable>;

/** Returns the message as the API shows it. */
export const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  direction: row.direction,
  status: row.status,
  to: row.recipient,
  from: row.sender,
  text: row.text,
  sent_text: row.sent_text,
  text_erased_at: iso(row.text_erased_at),
  media: (row.media ?? []).map(({ url }) => ({ url, content_type: null, size: null })),
  encoding: row.encoding,
  segments: row.segments,
  purpose: row.purpose,
  country: row.country,
  contact_id: row.contact_id,
  list_ids: row.list_ids,
  campaign_id: row.campaign_id,
  reference: row.reference,
  metadata: row.metadata,
  error: row.error,
  in_reply_to: row.in_reply_to,
  conversation_id: conversationId(toEnds(row)),
  broadcast_id: row.broadcast_id,
  keyword: row.keyword,
  possible_keyword: row.possible_keyword,
  keyword_rule: row.keyword_rule,
  automatic: row.is_keyword_reply,
  sequence: row.sequence,
  send_at: iso(row.send_at),
  held_reason: row.held_reason,
  expires_at: iso(row.expires_at),
  created_at: iso(row.created_at),
  sent_at: iso(row.sent_at),
  delivered_at: iso(row.delivered_at),
  final_at: iso(row.final_at),
});

export type ShownRow = MessageRow & { readonly received: readonly ShownMedia[] };

/** Returns a message with links to the media that it received. */
export const showMessage = (
  context: Pick<Context, 'origin' | 'clock'>,
  { received, ...row }: ShownRow,
): Message => {
  const message = toMessage(row);
  return received.length === 0
    ? message
    : { ...message, media: received.map((one) => toMedia(context, one)) };
};

/** Returns an attempt to submit a message to a carrier as the API shows it. */
export const toAttempt = (row: Selectable<AttemptTable>): Attempt => ({
  id: row.id,
  carrier: row.carrier,
  result: row.result === 'limited' ? 'throttled' : row.result,
  carrier_code: row.carrier_code || null,
  count: row.count,
  first_at: iso(row.first_at),
  last_at: iso(row.last_at),
});
