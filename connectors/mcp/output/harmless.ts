/**
 * Matches characters that people do not see but that a model reads, or that change the order in which
 * people see others: control characters, marks of the writing direction, zero-width characters, and
 * the tag characters that can spell a hidden text. Line breaks, tabs and the joiners of emoji and of
 * several scripts stay.
 */
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+/gu;

/** Shows the agent that something was here, and where. */
const replacement = '\ufffd';

const harmlessText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(hidden, replacement);

/** Returns a copy of data from the service in which no string contains hidden characters. */
export function harmless(value: unknown): unknown {
  if (typeof value === 'string') return harmlessText(value);
  if (Array.isArray(value)) return value.map(harmless);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [harmlessText(name), harmless(one)]),
  );
}
