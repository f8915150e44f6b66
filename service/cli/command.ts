import type { Writable } from 'node:stream';

/** The input and output of a command. */
export interface Io {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads the whole standard input. */
  readonly readInput: () => Promise<Uint8Array>;
  readonly output: Writable;
  /** Writes a line of the result. */
  readonly print: (line: string) => void;
  /** Waits until all lines of the result are written. Fails if one cannot be written. */
  readonly written: () => Promise<void>;
  /** Writes a line that is not part of the result, such as progress or an error. */
  readonly printError: (line: string) => void;
}

export interface Command {
  /** What each form of the command does, by the form without the leading `textloom`. */
  readonly forms: Readonly<Record<string, string>>;
  /** Resolves with the exit code. */
  readonly run: (args: readonly string[], io: Io) => Promise<number>;
}

/** The command line is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command cannot run. The message gives the reason. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
