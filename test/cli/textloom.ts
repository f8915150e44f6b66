import { Writable } from 'node:stream';
import { runTextloom } from '../../service/cli/runTextloom.ts';

export interface Ran {
  readonly code: number;
  /** Holds the standard output. */
  readonly said: string;
  /** Holds the standard error. */
  readonly notified: string;
}

/** Runs a command and waits until it ends. */
export async function textloom(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ran> {
  let said = '';
  let notified = '';
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      said += chunk.toString();
      done();
    },
  });
  const code = await runTextloom(args, {
    environment: { LOG_LEVEL: 'silent', ...environment },
    output,
    print: (line) => (said += `${line}\n`),
    written: () => Promise.resolve(),
    printError: (line) => (notified += `${line}\n`),
  });
  return { code, said, notified };
}

/** Returns the problems that the doctor reports. */
export async function wrongBy(environment: Readonly<Record<string, string>>): Promise<string[]> {
  const { code, said } = await textloom(environment, 'doctor');
  const wrong = said.split('\n').flatMap((line) => (line.startsWith('✗ ') ? [line.slice(2)] : []));
  if (code !== (wrong.length === 0 ? 0 : 1)) throw new Error(`It has ended with ${code}:\n${said}`);
  return wrong;
}
