import { contract, plainPhone } from '@textloom/shared/contract';
import type { Query } from '../route.ts';
import { isComplete } from './isComplete.ts';

/**
 * Returns the filters of the message log for the words in the search box. A whole international
 * number finds exactly this number, however old the messages are. Everything else is searched as
 * words, also part of a number, a number that the service refused, and a number with `in=text`.
 */
export function toSearch({ search, in: place, ...filters }: Query, refused?: string): Query {
  if (search === undefined) return filters;
  const isNumber = place !== 'text' && search !== refused && isInternational(search);
  return isNumber ? { ...filters, phone: search } : { ...filters, search };
}

/** Returns the filters of the contacts, where a whole email address also finds exactly this one. */
export const toContactSearch = (query: Query, refused?: string): Query => {
  const { search, ...filters } = query;
  return search !== undefined && isComplete(emailAddress, search) && search !== refused
    ? { ...filters, email: search }
    : toSearch(query, refused);
};

const { email: emailAddress } = contract.contact.list.input.properties;

const isInternational = (text: string): boolean => /^\+\d{11,15}$/.test(plainPhone(text) ?? '');
