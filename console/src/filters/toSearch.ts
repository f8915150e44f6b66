import { plainPhone } from '@textloom/shared/contract';
import type { Query } from '../route.ts';

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

const isInternational = (text: string): boolean => /^\+\d{11,15}$/.test(plainPhone(text) ?? '');
