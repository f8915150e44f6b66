import type { Writable } from 'node:stream';

/** What a command reads and writes. */
export interface Io {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly output: Writable;
  /** Writes a line of the result. */
  readonly say: (line: string) => void;
  /** Writes a line that is no result: progress, or what went wrong. */
  readonly tell: (line: string) => void;
}

export interface Command {
  /** What follows `textloom`, a form to a line. */
  readonly usage: readonly string[];
  readonly does: string;
  /** Resolves with the exit code. */
  readonly run: (args: readonly string[], io: Io) => Promise<number>;
}

/** The command was not written as it must be. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command cannot be done, for a reason that its message tells. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
