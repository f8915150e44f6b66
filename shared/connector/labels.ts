import {
  events,
  statusEventTypes,
  titleCase,
  type Contact,
  type Conversation,
  type EventType,
  type PhoneNumber,
  type Schema,
  type Webhook,
} from '../contract/index.ts';

/** Returns the label of an enum value. */
export function valueLabel(value: string, labels: Readonly<Record<string, string>> = {}): string {
  if (Object.hasOwn(labels, value)) return labels[value]!;
  if (Object.hasOwn(events, value)) return events[value as EventType].title;
  return titleCase(value);
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Lists the values of an enum with their labels, in the order of the contract. */
export const listChoices = (schema: Schema): Choice[] =>
  'enum' in schema
    ? (schema.enum ?? []).map((value) => ({ value, label: valueLabel(value, schema.labels) }))
    : [];

/** Finds the value of a choice by the value or the label. Outputs and earlier steps contain both. */
export function findChoice(schema: Schema, text: string): string | undefined {
  const choices = listChoices(schema);
  const wanted = loose(text);
  const found =
    choices.find(({ value }) => value === text) ??
    choices.find(({ value, label }) => [value, label].map(loose).includes(wanted));
  return found?.value;
}
const loose = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, ' ');

/** Maps events to the labels that a trigger for status changes shows. */
export const statusLabels = Object.fromEntries(
  statusEventTypes.map((type) => [type, events[type].title.replace('Message ', '')]),
) as Record<(typeof statusEventTypes)[number], string>;

type Person = Pick<Contact, 'first_name' | 'last_name'>;

/** Returns the full name of a contact, which is empty if the contact has no name. */
export const contactName = ({ first_name, last_name }: Person): string =>
  [first_name, last_name].filter(Boolean).join(' ');

/** Returns the label of a contact in a list of contacts. */
export function contactLabel(contact: Person & Pick<Contact, 'phone'>): string {
  const name = contactName(contact);
  return name ? `${name} (${contact.phone})` : contact.phone;
}

/** Returns the label of a conversation in a list of conversations. */
export function conversationLabel({
  contact,
  phone,
  number,
  status,
}: Pick<Conversation, 'contact' | 'phone' | 'number' | 'status'>): string {
  const label = `${contact ? contactLabel(contact) : phone} and ${number}`;
  return status === 'open' ? label : `${label} (${status})`;
}

/** Returns the label of a sender in a list of the account's senders. */
export function senderLabel({
  number,
  default: isDefault,
  status,
}: Pick<PhoneNumber, 'number' | 'default' | 'status'>): string {
  if (status !== 'active') return `${number} (${status})`;
  return isDefault ? `${number} (default)` : number;
}

/** Returns the label of a webhook. Its events come first, because many webhooks have similar URLs. */
export function webhookLabel({
  url,
  events: patterns,
  status,
}: Pick<Webhook, 'url' | 'events' | 'status'>): string {
  const label = `${eventsLabel(patterns, patternLabel)}: ${url}`;
  return status === 'enabled' ? label : `${label} (${status})`;
}

/** Returns the label of the first event of a webhook, with how many more it asks for. */
export function eventsLabel(
  [first, ...others]: readonly string[],
  labelOne: (pattern: string) => string,
): string {
  // A webhook that has expired asks for no events, until the service deletes it.
  if (first === undefined) return 'Expired';
  return others.length > 0 ? `${labelOne(first)} and ${others.length} More` : labelOne(first);
}

/** Returns the label of an event, of all events of a kind, or of all events. */
const patternLabel = (pattern: string): string =>
  pattern.endsWith('*')
    ? ['All', titleCase(pattern.slice(0, -2)), 'Events'].filter(Boolean).join(' ')
    : valueLabel(pattern);
