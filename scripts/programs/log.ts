export type Log = (line: string) => void;

const progressEveryMs = 15_000;

/** Logs the current task with the elapsed seconds every few seconds until it is done. */
export async function withProgress<T>(log: Log, doing: string, work: () => Promise<T>): Promise<T> {
  const started = Date.now();
  const report = () => {
    log(`${doing}: ${Math.round((Date.now() - started) / 1000)} s`);
  };
  const timer = setInterval(report, progressEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
