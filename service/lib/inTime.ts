/** Work that others wait for has not ended within its time. */
export class OverdueError extends Error {
  override readonly name = 'OverdueError';
  readonly code = 'ETIMEDOUT';
}

/** What the work comes to; fails once it has taken this long, whether or not it ever ends. */
export async function inTime<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new OverdueError(`It took longer than ${milliseconds / 1_000} seconds`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
