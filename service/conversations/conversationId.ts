import { hash } from 'node:crypto';
import { isSenderName } from '@textloom/shared/contract';
import { phoneKey } from '../phones/equivalentNumbers.ts';

export interface Ends {
  readonly accountId: string;
  /** The account's number. */
  readonly number: string;
  /** The other number, in E.164 form. */
  readonly phone: string;
}

/**
 * Returns the ID of the conversation between two numbers, which depends on nothing else, so that
 * messages need no column for it. All spellings of a number that reach one phone have the same
 * conversation. Returns null for a sender name, which gets no replies.
 */
export function conversationId({ accountId, number, phone }: Ends): string | null {
  if (isSenderName(number)) return null;
  const ends = `${accountId} ${number} ${phoneKey(phone)}`;
  return `cnv_${hash('sha256', ends).slice(0, 32)}`;
}
