import { escapeControls } from './escapeControls.ts';

/** Aligns rows in columns. The first row has the titles. */
export function table(raw: readonly (readonly string[])[]): string[] {
  const rows = raw.map((row) => row.map(escapeControls));
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => (row[at] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}
