import type { Io } from './command.ts';

/** The terminal that runs the command. */
export const terminal: Io = {
  environment: process.env,
  output: process.stdout,
  say: (line) => process.stdout.write(`${line}\n`),
  tell: (line) => process.stderr.write(`${line}\n`),
};
