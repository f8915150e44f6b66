import { dropdown } from '../dropdown.ts';

export const contactList = dropdown({
  key: 'contact_list',
  noun: 'Contact',
  label: 'List Contacts',
  asksFor: 'the contacts of the account',
  page: (client, query) => client.contact.list(query),
  optionOf: ({ id, phone, first_name, last_name }) => {
    const name = [first_name, last_name].filter(Boolean).join(' ');
    return { id, label: name ? `${name} (${phone})` : phone };
  },
});
