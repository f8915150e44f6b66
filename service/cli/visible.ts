/** Control characters, which a terminal obeys, and those that turn the direction of what follows. */
const obeyed = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text as a terminal shows it harmlessly: what it would obey is written as an escape, such as \x1b. */
export const visible = (text: string): string =>
  text.replace(obeyed, (character) => {
    const code = character.codePointAt(0)!.toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
  });

/** The same of several lines. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n');
