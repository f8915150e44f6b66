/** How a language writes values. */
export interface Literals {
  readonly text: (text: string) => string;
  readonly constant: (value: boolean | null) => string;
  readonly entry: (name: string, value: string) => string;
  readonly object: readonly [string, string];
}

export const javascript: Literals = {
  text: (text) => `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`,
  constant: String,
  entry: (name, value) => `${/^[a-z_]\w*$/i.test(name) ? name : javascript.text(name)}: ${value}`,
  object: ['{ ', ' }'],
};

export const python: Literals = {
  text: (text) => JSON.stringify(text),
  constant: (value) => ({ true: 'True', false: 'False', null: 'None' })[String(value)]!,
  entry: (name, value) => `${python.text(name)}: ${value}`,
  object: ['{', '}'],
};

export const php: Literals = {
  // Only double quotes know escapes, and only they would insert variables.
  text: (text) =>
    text.includes('\n')
      ? `"${text.replace(/[\\"$]/g, '\\$&').replaceAll('\n', '\\n')}"`
      : `'${text.replace(/[\\']/g, '\\$&')}'`,
  constant: String,
  entry: (name, value) => `${php.text(name)} => ${value}`,
  object: ['[', ']'],
};

/** Writes a JSON value as a literal. Objects and lists that are too long for a line get several. */
export function formatLiteral(literals: Literals, value: unknown, indent = ''): string {
  if (typeof value === 'string') return literals.text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null)
    return literals.constant(value === true || value === false ? value : null);
  const deeper = `${indent}    `;
  if (Array.isArray(value))
    return surround(
      ['[', ']'],
      value.map((one) => formatLiteral(literals, one, deeper)),
      indent,
    );
  const entries = Object.entries(value).map(([name, one]) =>
    literals.entry(name, formatLiteral(literals, one, deeper)),
  );
  return surround(literals.object, entries, indent);
}

const longestLine = 50;

/** Puts items between two marks, on one line if they fit. */
export function surround(
  [open, close]: readonly [string, string],
  items: readonly string[],
  indent: string,
): string {
  const line = items.join(', ');
  if (items.length === 0) return open.trim() + close.trim();
  if (!line.includes('\n') && indent.length + line.length <= longestLine)
    return open + line + close;
  const lines = items.map((item) => `${indent}    ${item},\n`).join('');
  return `${open.trim()}\n${lines}${indent}${close.trim()}`;
}
