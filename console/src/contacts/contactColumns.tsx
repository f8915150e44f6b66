import { contactName as fullName } from '@textloom/shared/connector/labels';
import type { Contact } from '@textloom/shared/contract';
import { formatPhoneNumber } from '../phoneNumber.ts';
import type { Column } from '../ui/DataTable.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { Caption } from '../ui/Caption.tsx';
import { When } from '../ui/When.tsx';

/** Returns the name of a contact, or the phone number if there is no name. */
export const contactName = (contact: Contact): string =>
  fullName(contact) || formatPhoneNumber(contact.phone);

/** Without a name, the first column shows the number, and nothing repeats it. */
const hasName = (contact: Contact): boolean => fullName(contact) !== '';

export const contactColumns: readonly Column<Contact>[] = [
  {
    title: 'Name',
    cell: (contact) => (
      <>
        {contactName(contact)}
        {hasName(contact) && <Caption>{formatPhoneNumber(contact.phone)}</Caption>}
      </>
    ),
  },
  {
    title: 'Phone',
    cell: (contact) => hasName(contact) && formatPhoneNumber(contact.phone),
    wide: true,
  },
  {
    title: 'Email',
    cell: ({ email }) => <span style={{ overflowWrap: 'anywhere' }}>{email}</span>,
    wide: true,
  },
  { title: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { title: 'Added', cell: ({ created_at }) => <When at={created_at} />, wide: true, end: true },
];
