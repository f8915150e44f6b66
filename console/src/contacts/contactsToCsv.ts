import type { Contact } from '@textloom/shared/contract';
import { toCsv } from '../csv.ts';

const details = ['phone', 'first_name', 'last_name', 'email', 'external_id', 'time_zone'] as const;

/** Converts contacts to a file that an import reads, with a column for each attribute. */
export function contactsToCsv(contacts: readonly Contact[]): string {
  const names = [...new Set(contacts.flatMap(({ attributes }) => Object.keys(attributes)))].sort();
  const columns = [
    ...details,
    ...['status', 'opted_out_numbers', 'consent_source', 'consent_at'],
    ...names.map((name) => `attributes.${name}`),
  ];
  const rows = contacts.map((contact) => [
    ...details.map((name) => contact[name]),
    contact.status,
    contact.opted_out_numbers.join(' '),
    contact.consent?.source,
    contact.consent?.at,
    ...names.map((name) =>
      Object.hasOwn(contact.attributes, name) ? contact.attributes[name] : '',
    ),
  ]);
  return toCsv([columns, ...rows]);
}
