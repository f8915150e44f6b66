import { Writable } from 'node:stream';
import { runTextloom } from '../../service/cli/runTextloom.ts';

export interface Ran {
  readonly code: number;
  /** Holds the standard output. */
  readonly stdout: string;
  /** Holds the standard error. */
  readonly stderr: string;
}

/** Runs a command and waits until it ends. */
export const textloom = (
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ran> => textloomReading('', environment, ...args);

/** Runs a command with a file in its standard input. */
export async function textloomReading(
  input: string | Uint8Array,
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      stdout += chunk.toString();
      done();
    },
  });
  const code = await runTextloom(args, {
    environment: { LOG_LEVEL: 'silent', ...environment },
    readInput: () => Promise.resolve(Buffer.from(input)),
    output,
    print: (line) => (stdout += `${line}\n`),
    written: () => Promise.resolve(),
    printError: (line) => (stderr += `${line}\n`),
  });
  return { code, stdout, stderr };
}

/** Returns the problems that the doctor reports. */
export async function wrongBy(environment: Readonly<Record<string, string>>): Promise<string[]> {
  const { code, stdout } = await textloom(environment, 'doctor');
  const wrong = stdout
    .split('\n')
    .flatMap((line) => (line.startsWith('✗ ') ? [line.slice(2)] : []));
  if (code !== (wrong.length === 0 ? 0 : 1))
    throw new Error(`It has ended with ${code}:\n${stdout}`);
  return wrong;
}
