/** What a spreadsheet takes for the beginning of a formula, also after apostrophes and white space. */
const formula = /^'*\s*[=+\-@＝＋－＠\t\r]/;
const phone = /^\+?\d+$/;

/** What a cell of a CSV file says. An apostrophe keeps a spreadsheet from taking text for a formula. */
export function csvText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return formula.test(value) && !phone.test(value) ? `'${value}` : value;
}

/** The text of a cell, without the apostrophe that `csvText` puts before a formula. */
export const textOfCsv = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
