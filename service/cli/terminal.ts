import type { Io } from './command.ts';

/** The terminal that the command was typed in. */
export const terminal: Io = {
  environment: process.env,
  output: process.stdout,
  say: (line) => process.stdout.write(`${line}\n`),
  tell: (line) => process.stderr.write(`${line}\n`),
};
