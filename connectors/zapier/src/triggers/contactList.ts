import { contactLabel } from '@textloom/shared/connector/labels';
import { dropdown } from '../fields/dropdown.ts';

export const contactList = dropdown({
  key: 'contact_list',
  noun: 'Contact',
  label: 'List Contacts',
  asksFor: 'the contacts of the account',
  page: (client, query) => client.contact.list(query),
  toOption: (contact) => ({ id: contact.id, label: contactLabel(contact) }),
});
