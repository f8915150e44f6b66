/** Removes U+0000, which PostgreSQL cannot store, and replaces half characters. */
export const sanitizeText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
