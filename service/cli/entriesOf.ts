import { pino } from 'pino';

/** Lines as entries of a log in JSON, so that whoever collects it can parse all that is printed. */
export const entriesOf = (lines: string, level: 'info' | 'fatal'): string =>
  lines
    .split('\n')
    .map((msg) =>
      JSON.stringify({ level: pino.levels.values[level], time: Date.now(), pid: process.pid, msg }),
    )
    .join('\n');
