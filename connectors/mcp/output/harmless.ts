/**
 * Matches characters that people do not see but that a model reads, or that change the order in which
 * people see others: control characters, marks of the writing direction, zero-width characters, and
 * the characters that can spell a hidden text: tags, blank letters and selectors. Line breaks, tabs and the joiners of emoji and of
 * several scripts stay.
 */
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{d800}-\u{dfff}\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]+/gu;

/** Matches selectors and joiners in a row, which can spell a hidden text too. One of each kind is usual. */
const repeated = /([\ufe00-\ufe0f])[\ufe00-\ufe0f]+|([\u200c\u200d])[\u200c\u200d]+/g;

/** Shows the agent that something was here, and where. */
const replacement = '\ufffd';

/** Returns a text without hidden characters. */
export const harmlessText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(hidden, replacement).replace(repeated, '$1$2');

/** Returns a copy of data from the service in which no string contains hidden characters. */
export function harmless(value: unknown): unknown {
  if (typeof value === 'string') return harmlessText(value);
  if (Array.isArray(value)) return value.map(harmless);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [harmlessText(name), harmless(one)]),
  );
}
