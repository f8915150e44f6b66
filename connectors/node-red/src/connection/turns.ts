/**
 * Runs at most `most` works at a time, and starts the others in the order of the calls.
 *
 * @param toFailure returns the error with which all works that wait must fail too, if they must
 */
export function createTurns(
  most: number,
  toFailure: (error: unknown) => Error | undefined,
): <T>(work: () => Promise<T>) => Promise<T> {
  let free = most;
  const waiting: { readonly start: () => void; readonly fail: (error: Error) => void }[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((start, fail) => waiting.push({ start, fail }));
    try {
      return await work();
    } catch (error) {
      const failure = toFailure(error);
      if (failure) for (const turn of waiting.splice(0)) turn.fail(failure);
      throw error;
    } finally {
      const next = waiting.shift();
      if (next) next.start();
      else free++;
    }
  };
}
