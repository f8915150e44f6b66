import type { Contact } from '@textloom/shared/contract';
import { formatPhoneNumber } from '../phoneNumber.ts';
import type { Column } from '../ui/DataTable.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { Under } from '../ui/Under.tsx';
import { When } from '../ui/When.tsx';

/** Returns the name of a contact, or the phone number if there is no name. */
export const nameOf = ({ first_name, last_name, phone }: Contact): string =>
  [first_name, last_name].filter(Boolean).join(' ') || formatPhoneNumber(phone);

export const contactColumns: readonly Column<Contact>[] = [
  {
    title: 'Name',
    cell: (contact) => (
      <>
        {nameOf(contact)}
        <Under>{formatPhoneNumber(contact.phone)}</Under>
      </>
    ),
  },
  { title: 'Phone', cell: ({ phone }) => formatPhoneNumber(phone), wide: true },
  { title: 'Email', cell: ({ email }) => email, wide: true },
  { title: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { title: 'Added', cell: ({ created_at }) => <When at={created_at} />, wide: true, end: true },
];
