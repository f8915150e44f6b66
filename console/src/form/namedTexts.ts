/** A name and its text, which the user enters. */
export type NamedText = readonly [name: string, text: string];

/** Returns the texts by name. A row in which nobody has typed yet has no entry. */
export const toMap = (rows: readonly NamedText[]): Record<string, string> =>
  Object.fromEntries(rows.filter((row) => !isUntouched(row)));

/** Returns why a row cannot be an entry, so that none silently disappears. */
export function nameProblem(rows: readonly NamedText[], index: number): string | undefined {
  const row = rows[index]!;
  if (isUntouched(row)) return undefined;
  if (row[0].trim() === '') return 'Enter a name.';
  return rows.slice(0, index).some(([name]) => name === row[0])
    ? 'Another row has this name.'
    : undefined;
}

const isUntouched = ([name, text]: NamedText): boolean => name.trim() === '' && text === '';
