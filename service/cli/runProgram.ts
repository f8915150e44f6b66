import { runTextloom } from './runTextloom.ts';
import { terminal } from './terminal.ts';

/** Runs a command as the whole program, and ends the process. */
export async function runProgram(args: readonly string[]): Promise<void> {
  process.exitCode = await runTextloom(args, terminal);
  // `process.exit` can wait forever for code that V8 compiles, so it only ends what still runs.
  setTimeout(() => process.exit(), 1_000).unref();
}
