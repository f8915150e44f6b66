import { buffer } from 'node:stream/consumers';
import type { Io } from './command.ts';

let failure: Error | undefined;

const write = (line: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(line, (error) => {
      failure ??= error ?? undefined;
      resolve();
    });
  });

// Without a listener, a reader that ends early, such as `head`, would cause a stack trace.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** The terminal that runs the command. */
export const terminal: Io = {
  environment: process.env,
  readInput: () => buffer(process.stdin),
  output: process.stdout,
  print: (line) => void write(`${line}\n`),
  written: async () => {
    await write('');
    if (failure) throw failure;
  },
  printError: (line) => process.stderr.write(`${line}\n`),
};
