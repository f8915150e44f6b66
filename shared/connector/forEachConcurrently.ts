/**
 * Does the work for 0 … count-1, at most `size` at a time. After the first failure it starts no more
 * work, lets running work finish, and rejects with the failure of the lowest index.
 *
 * @param toTarget returns what the work is for, if anything. Work for the same target is done in order.
 */
export async function forEachConcurrently(
  count: number,
  size: number,
  work: (index: number) => Promise<void>,
  toTarget: (index: number) => string | undefined = () => undefined,
): Promise<void> {
  const failures = new Map<number, unknown>();
  const latest = new Map<string, Promise<void>>();
  let next = 0;
  const worker = async () => {
    while (next < count && failures.size === 0) {
      const index = next++;
      const target = toTarget(index);
      const earlier = target === undefined ? undefined : latest.get(target);
      // If earlier work fails, this work is not done, and fails with the same error.
      const done = Promise.resolve(earlier).then(() => work(index));
      if (target !== undefined) latest.set(target, done);
      await done.catch((failure: unknown) => failures.set(index, failure));
    }
  };
  await Promise.all(Array.from({ length: Math.min(size, count) }, worker));
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
}
