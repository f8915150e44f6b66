import { pino } from 'pino';

/** Formats lines as JSON log entries, so that log collectors can parse all output. */
export const toLogEntries = (lines: string, level: 'info' | 'fatal'): string =>
  lines
    .split('\n')
    .map((msg) =>
      JSON.stringify({ level: pino.levels.values[level], time: Date.now(), pid: process.pid, msg }),
    )
    .join('\n');
