/** Counts the rows that an import rejected. A row can have several errors. */
export const countRejectedRows = (refused: readonly { readonly line: number }[]): number =>
  new Set(refused.map(({ line }) => line)).size;
