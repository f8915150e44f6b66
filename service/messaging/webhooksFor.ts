import type { Event, MessageEventData, WebhookFilter } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import type { Trx } from '../store/database.ts';
import type { WebhookTable } from '../store/tables.ts';
import type { NewEvent } from './recordEvents.ts';

type WebhookRow = Selectable<WebhookTable>;
type Told = Pick<NewEvent, 'type' | 'data'>;

/** The webhooks that may want one of the events; those of other messages are not even read. */
export async function webhooksFor(
  trx: Trx,
  events: readonly (Told & Pick<NewEvent, 'accountId'>)[],
  now: Date,
): Promise<WebhookRow[]> {
  const accountIds = [...new Set(events.map(({ accountId }) => accountId))];
  const messageIds = [...new Set(events.flatMap(messagesOf))];
  const namedIds = events.flatMap((event) => namedIn(event) ?? []);
  const { rows } = await sql<WebhookRow>`
    select * from webhook
    where status = 'enabled'
      and (expires_at is null or expires_at > ${now})
      and (
        (account_id = any(${accountIds}::text[]) and (filter -> 'message_id') is null)
        or ((filter -> 'message_id') is not null
          and (filter -> 'message_id') ?| ${messageIds}::text[])
        or id = any(${namedIds}::text[])
      )`.execute(trx);
  return rows;
}

/**
 * Whether a webhook of the event's account has asked for it: by its type or a wildcard, and by its
 * filter. What happens to a webhook is for that one alone.
 */
export function wantsEvent(
  { id, events, filter }: Pick<WebhookRow, 'id' | 'events' | 'filter'>,
  event: Told,
): boolean {
  const { type, data } = event;
  const named = namedIn(event);
  if (named !== undefined) return named === id;
  const isWanted = events.some(
    (pattern) => pattern === '*' || pattern === type || pattern === `${type.split('.')[0]!}.*`,
  );
  return (
    isWanted &&
    (filter === null ||
      !isOfMessage(event) ||
      (passes(filter, data as MessageEventData) &&
        (filter.message_id?.some((id) => messagesOf(event).includes(id)) ?? true)))
  );
}

const namedIn = ({ type, data }: Told): string | undefined =>
  type.startsWith('webhook.') ? (data as Event<'webhook.test'>['data']).webhook_id : undefined;

const isOfMessage = ({ type }: Told): boolean => type.startsWith('message.');

/** The message of an event, and the one that it replies to. */
function messagesOf(event: Told): string[] {
  if (!isOfMessage(event)) return [];
  const { id, in_reply_to } = event.data as MessageEventData;
  return in_reply_to === null ? [id] : [id, in_reply_to];
}

const passes = (filter: WebhookFilter, { to, from, purpose, status }: MessageEventData): boolean =>
  (filter.to?.includes(to) ?? true) &&
  (filter.from?.includes(from) ?? true) &&
  (filter.purpose?.includes(purpose) ?? true) &&
  (filter.status?.includes(status) ?? true);
