/**
 * Returns a text with each letter and its accents as one character (NFC). JavaScript needs a minute
 * for half a million accents in a row, so a long text is composed in parts.
 */
export const composeText = (text: string): string =>
  text.replace(parts, (part) => part.normalize('NFC'));

/** A part ends before a letter if possible, because an accent belongs to the letter before it. */
const parts = /[^]{1,1000}(?!\p{M})|[^]{1,1000}/gu;
