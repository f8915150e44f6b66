/** Splits one row of a list, in which people also write several entries. */
export const listed = (row: string, separator = /[,;\n]/): string[] =>
  row
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
