/** Runs the tasks of one name one after the other, in the order of the calls. */
export type Exclusively = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Creates a queue for each name.
 *
 * @param passOn throws if the failure of a task must also fail the tasks that wait for it
 */
export function createExclusively(passOn: (error: unknown) => void = () => undefined): Exclusively {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const before = last.get(name) ?? Promise.resolve();
    const own = before.then(work, (error: unknown) => {
      passOn(error);
      return work();
    });
    last.set(name, own);
    try {
      return await own;
    } finally {
      if (last.get(name) === own) last.delete(name);
    }
  };
}
