import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

export interface SdkProgram {
  readonly language: 'Node.js' | 'Python' | 'PHP';
  readonly command: string;
  readonly args: readonly string[];
}

const root = resolve(import.meta.dirname, '../../../sdks');

export const inNode = (code: string): SdkProgram => ({
  language: 'Node.js',
  command: process.execPath,
  args: ['-e', code],
});

/** Returns a program in Python that can import the client, and has imported `json` and `os`. */
export const inPython = (code: string): SdkProgram => ({
  language: 'Python',
  command: 'python3',
  args: ['-c', `import json, os, sys\nsys.path.insert(0, "${root}/python")\n${code}`],
});

/** Returns a program in PHP that has loaded the client. */
export const inPhp = (code: string, options: readonly string[] = []): SdkProgram => ({
  language: 'PHP',
  command: 'php',
  args: [...options, '-r', `require "${root}/php/tests/autoload.php";\n${code}`],
});

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
