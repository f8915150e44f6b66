import type { Contact } from '@textloom/shared/contract';
import { formatPhoneNumber } from '../phoneNumber.ts';
import type { Column } from '../ui/DataTable.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { Caption } from '../ui/Caption.tsx';
import { When } from '../ui/When.tsx';

/** Returns the name of a contact, or the phone number if there is no name. */
export const contactName = ({ first_name, last_name, phone }: Contact): string =>
  [first_name, last_name].filter(Boolean).join(' ') || formatPhoneNumber(phone);

export const contactColumns: readonly Column<Contact>[] = [
  {
    title: 'Name',
    cell: (contact) => (
      <>
        {contactName(contact)}
        <Caption>{formatPhoneNumber(contact.phone)}</Caption>
      </>
    ),
  },
  { title: 'Phone', cell: ({ phone }) => formatPhoneNumber(phone), wide: true },
  { title: 'Email', cell: ({ email }) => email, wide: true },
  { title: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { title: 'Added', cell: ({ created_at }) => <When at={created_at} />, wide: true, end: true },
];
