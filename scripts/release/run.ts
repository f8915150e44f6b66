import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { ownEnvironment } from '../programs/ownEnvironment.ts';

interface Options {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program and returns what it prints. */
export async function read(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env }: Options,
): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, {
    cwd,
    env: { ...ownEnvironment(), ...env },
    maxBuffer: 1 << 26,
  });
  return stdout.trim();
}

/** Runs a program and shows what it prints. */
export async function show(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env }: Options,
): Promise<void> {
  const child = spawn(program, args, {
    cwd,
    env: { ...ownEnvironment(), ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`"${program} ${args[0] ?? ''}" failed. Read its output above.`);
}
