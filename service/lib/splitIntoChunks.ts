/** Splits a list into chunks of this size. The last chunk may be smaller. */
export const splitIntoChunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
