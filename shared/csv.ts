/** Matches text that a spreadsheet reads as a formula, even after apostrophes and white space. */
const formula = /^'*\s*[=+\-@＝＋－＠\t\r]/;
const phone = /^\+?\d+$/;

/** Returns the text of a CSV cell. An apostrophe stops a spreadsheet from reading text as a formula. */
export function csvText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return formula.test(value) && !phone.test(value) ? `'${value}` : value;
}

/** Returns the text of a cell without the apostrophe that `csvText` puts before a formula. */
export const textOfCsv = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
