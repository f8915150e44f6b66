/** Work did not finish in time. */
export class OverdueError extends Error {
  override readonly name = 'OverdueError';
  readonly code = 'ETIMEDOUT';
}

/** Waits for work, and fails after this time even if the work never ends. */
export async function inTime<T>(
  milliseconds: number,
  work: Promise<T>,
  createError: () => Error = () =>
    new OverdueError(`It took longer than ${milliseconds / 1_000} seconds`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(createError()), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
