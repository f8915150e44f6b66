import type { Conversation } from '@textloom/shared/contract';
import { contactName } from '../contacts/contactColumns.tsx';
import { formatPhoneNumber } from '../phoneNumber.ts';

/** Returns the name of the other person, or the phone number if there is no name. */
export const conversationName = ({ contact, phone }: Conversation): string =>
  contact ? contactName(contact) : formatPhoneNumber(phone);

/** Returns why nobody can reply, or undefined. */
export function replyRefusal({ contact, number }: Conversation): string | undefined {
  if (contact?.status === 'opted_out') return 'opted out of your texts';
  return contact?.opted_out_numbers.includes(number)
    ? `opted out of texts from ${formatPhoneNumber(number)}`
    : undefined;
}
