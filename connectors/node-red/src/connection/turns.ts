/**
 * Runs at most `most` tasks at a time, and starts the others in the order of the calls.
 *
 * @param toFailure returns the error with which all waiting tasks fail too, if no other task has
 *   succeeded since the failed one began
 */
export function createTurns(
  most: number,
  toFailure: (error: unknown) => Error | undefined,
): <T>(work: () => Promise<T>) => Promise<T> {
  let free = most;
  let succeeded = 0;
  const waiting: { readonly start: () => void; readonly fail: (error: Error) => void }[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((start, fail) => waiting.push({ start, fail }));
    const before = succeeded;
    try {
      const result = await work();
      succeeded++;
      return result;
    } catch (error) {
      const failure = succeeded === before ? toFailure(error) : undefined;
      if (failure) for (const turn of waiting.splice(0)) turn.fail(failure);
      throw error;
    } finally {
      const next = waiting.shift();
      if (next) next.start();
      else free++;
    }
  };
}
