import {
  events,
  statusEventTypes,
  type Contact,
  type EventType,
  type PhoneNumber,
  type Schema,
} from '../contract/index.ts';

/** `opted_out` and `OPTED_OUT` become `Opted Out`. */
export const titleCase = (name: string): string =>
  (name === name.toUpperCase() ? name.toLowerCase() : name)
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** The label of a field: its title in the contract, or else its name. */
export const fieldLabel = (name: string, { title }: Schema): string => title ?? titleCase(name);

/** The label of a value of an enum. */
export function valueLabel(value: string, labels: Readonly<Record<string, string>> = {}): string {
  if (Object.hasOwn(labels, value)) return labels[value]!;
  if (Object.hasOwn(events, value)) return events[value as EventType].title;
  return titleCase(value);
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The values of an enum with their labels, in the order of the contract. */
export const choicesOf = (schema: Schema): Choice[] =>
  'enum' in schema
    ? (schema.enum ?? []).map((value) => ({ value, label: valueLabel(value, schema.labels) }))
    : [];

/** What a trigger for status changes calls each status. */
export const statusLabels = Object.fromEntries(
  statusEventTypes.map((type) => [type, events[type].title.replace('Message ', '')]),
) as Record<(typeof statusEventTypes)[number], string>;

/** How a list of contacts shows one of them. */
export function contactLabel({
  phone,
  first_name,
  last_name,
}: Pick<Contact, 'phone' | 'first_name' | 'last_name'>): string {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return name ? `${name} (${phone})` : phone;
}

/** How a list of the account's senders shows one of them. */
export const senderLabel = ({
  number,
  default: isDefault,
}: Pick<PhoneNumber, 'number' | 'default'>): string => (isDefault ? `${number} (default)` : number);
