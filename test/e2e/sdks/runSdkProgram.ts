import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

interface SdkProgram {
  readonly command: string;
  readonly args: readonly string[];
}

/** Runs a program that uses a client, and returns the JSON that it prints. */
export async function runSdkProgram(
  { command, args }: SdkProgram,
  environment: Readonly<Record<string, string>>,
): Promise<unknown[]> {
  const { stdout } = await promisify(execFile)(command, args, {
    env: { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1', ...environment },
  });
  return JSON.parse(stdout) as unknown[];
}
