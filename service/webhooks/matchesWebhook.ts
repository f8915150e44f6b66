import {
  eventTypes,
  type EventType,
  type MessageEventData,
  type WebhookFilter,
} from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { equivalentNumbers } from '../phones/equivalentNumbers.ts';
import type { EventTable, WebhookTable } from '../store/tables/webhookTables.ts';
import { isAbout, toEvent, type NewEvent } from './toEvent.ts';

type Subscription = Pick<Selectable<WebhookTable>, 'id' | 'account_id' | 'events' | 'filter'>;

/**
 * Returns whether a webhook gets an event. Both must belong to one account, and the webhook must
 * ask for the event by its type or a wildcard, and by its filter. Only the webhook itself gets its
 * test and its expiry, and only the others hear that it is disabled.
 */
export function matchesWebhook(
  { id, account_id, events, filter }: Subscription,
  event: NewEvent,
): boolean {
  if (account_id !== event.accountId) return false;
  const named = findNamedWebhook(event);
  if (named !== undefined) return named === id;
  // A webhook that is enabled again would otherwise get the event when it catches up.
  if (event.type === 'webhook.disabled' && event.data.webhook_id === id) return false;
  return asksFor(events, event) && passesFilter(filter, event);
}

/**
 * Returns whether a webhook still asks for an event that waits for it, because its events and its
 * filter can change meanwhile. A webhook that has expired asks for no events, and gets what waits.
 */
export function stillMatches(
  { account_id, events, filter }: Subscription,
  row: Selectable<EventTable>,
): boolean {
  const type = { type: row.type };
  if (account_id !== row.account_id) return false;
  if (isOfOneWebhook(type)) return true;
  if (events.length > 0 && !asksFor(events, type)) return false;
  if (filter === null || !isAbout(type, 'message')) return true;
  // Joined texts can reply to several messages, and their event names only the last one.
  const { message_id: _, ...ends } = filter;
  const wanted = row.webhook_id === null ? filter : ends;
  return passesFilter(wanted, { accountId: account_id, ...toEvent(row) });
}

/** Returns the types of the events that a webhook can get. */
export const listWantedTypes = ({ events }: Pick<Subscription, 'events'>): EventType[] =>
  eventTypes.filter((type) => isOfOneWebhook({ type }) || asksFor(events, { type }));

/** Returns the only webhook that gets an event. */
export const findNamedWebhook = (event: NewEvent): string | undefined =>
  isOfOneWebhook(event) ? event.data.webhook_id : undefined;

const isOfOneWebhook = <E extends { readonly type: EventType }>(
  event: E,
): event is Extract<E, { readonly type: 'webhook.test' | 'webhook.expired' }> =>
  event.type === 'webhook.test' || event.type === 'webhook.expired';

/** Returns the message of an event, and the message that it replies to. */
export function listRelatedMessages(event: NewEvent): string[] {
  if (!isAbout(event, 'message')) return [];
  const { id, in_reply_to } = event.data;
  return in_reply_to === null ? [id] : [id, in_reply_to];
}

const asksFor = (events: readonly string[], { type }: Pick<NewEvent, 'type'>): boolean =>
  events.some(
    (pattern) => pattern === '*' || pattern === type || pattern === `${type.split('.')[0]!}.*`,
  );

const passesFilter = (filter: WebhookFilter | null, event: NewEvent): boolean =>
  filter === null ||
  !isAbout(event, 'message') ||
  (matchesFields(filter, event.data) &&
    (filter.message_id?.some((id) => listRelatedMessages(event).includes(id)) ?? true));

const matchesFields = (
  filter: WebhookFilter,
  { to, from, purpose, status, keyword }: MessageEventData,
): boolean =>
  names(filter.to, to) &&
  names(filter.from, from) &&
  (filter.purpose?.includes(purpose) ?? true) &&
  (filter.status?.includes(status) ?? true) &&
  (filter.keyword?.includes(keyword ?? 'none') ?? true);

/**
 * Returns whether a filter lets a number or a name through. Carriers report either spelling of a
 * number, and people do not remember how to capitalize a name.
 */
function names(filtered: readonly string[] | undefined, number: string): boolean {
  if (filtered === undefined) return true;
  const spellings = equivalentNumbers(number.toLowerCase());
  return filtered.some((one) => spellings.includes(one.toLowerCase()));
}
