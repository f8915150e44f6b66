/**
 * Matches characters that people do not see but that a model reads, or that change the order in which
 * people see others: control characters, and all that Unicode calls ignorable, such as marks of the
 * writing direction, zero-width characters, tags and selectors. Line breaks, tabs, the selectors of
 * emoji, and the joiners of emoji and of several scripts stay.
 */
const hidden =
  /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]--[\n\t\u200c\u200d\ufe0e\ufe0f]]+/gv;

/** Matches joiners and selectors of emoji in a row, which can spell a hidden text too. */
const repeated = /[\ufe0e\ufe0f\u200c\u200d]{2,}/g;

/** Keeps what a visible character usually has: a selector, then a joiner. */
const usual = (run: string): string => /^[\ufe0e\ufe0f]?[\u200c\u200d]?/.exec(run)![0];

/** Shows the agent that something was here, and where. */
const replacement = '\ufffd';

/** Returns a text without hidden characters. */
export const harmlessText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(hidden, replacement).replace(repeated, usual);

/** Returns a copy of data from the service in which no string contains hidden characters. */
export function harmless(value: unknown): unknown {
  if (typeof value === 'string') return harmlessText(value);
  if (Array.isArray(value)) return value.map(harmless);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [harmlessText(name), harmless(one)]),
  );
}
