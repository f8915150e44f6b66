interface Waiting<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Takes what comes in at the same time together: while one batch is being taken, the next gathers.
 * What is returned resolves once its item was taken.
 */
export function gather<T>(
  most: number,
  take: (items: readonly T[]) => Promise<void>,
): (item: T) => Promise<void> {
  const waiting: Waiting<T>[] = [];
  let isTaking = false;
  const run = async () => {
    isTaking = true;
    // What this turn of the loop still brings goes along.
    await new Promise((turn) => setImmediate(turn));
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        await take(batch.map(({ item }) => item));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isTaking = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isTaking) void run();
    });
}
