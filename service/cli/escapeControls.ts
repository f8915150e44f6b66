/**
 * Matches control characters, which a terminal interprets, and characters that change the text
 * direction.
 */
const controlCharacters = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Makes text safe for a terminal by escaping control characters, such as \x1b. */
export const escapeControls = (text: string): string =>
  text.replace(controlCharacters, (character) => {
    const code = character.codePointAt(0)!.toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
  });

/** Makes several lines of text safe for a terminal. */
export const escapeLines = (text: string): string =>
  text.split('\n').map(escapeControls).join('\n');
