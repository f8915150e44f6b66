/**
 * Converts a column title to the name that an import gives it: "First name", "first-name", and
 * "FIRST_NAME" to the same name.
 */
export const toColumnName = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_')
    .replaceAll(/^_|_$/g, '');

/** Converts a column title so that "FirstName" also becomes the same as "First name". */
export const toColumnKey = (title: string): string => toColumnName(title).replaceAll('_', '');
