import type { Io } from './command.ts';

/** The terminal that runs the command. */
export const terminal: Io = {
  environment: process.env,
  output: process.stdout,
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
};
