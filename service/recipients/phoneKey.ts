import { equivalentNumbers } from '../lib/equivalentNumbers.ts';

/** Returns a text that is the same for all spellings of a number that reach one phone. */
export const phoneKey = (phone: string): string => equivalentNumbers(phone).sort()[0]!;
