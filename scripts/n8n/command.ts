import { spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { collect, killOnExit } from '../programs/child.ts';
import { n8nEnvironment } from './environment.ts';
import type { Place } from './environment.ts';
import { installN8n } from './install.ts';
import type { Log } from '../programs/log.ts';

const root = join(import.meta.dirname, '..', '..');

/** Runs an n8n command until it ends, and returns its output. */
export async function runN8n(args: string[], place: Place): Promise<string> {
  const child = await spawnN8n(args, place, ['ignore', 'pipe', 'pipe']);
  const { code, output } = await collect(child);
  if (code !== 0) throw new Error(`n8n ${args[0]} failed:\n${lastLines(output)}`);
  return output;
}

/** Starts n8n and leaves it running. Installs n8n first if needed. */
export async function spawnN8n(
  args: string[],
  place: Place,
  stdio: StdioOptions,
  log: Log = () => {},
): Promise<ChildProcess> {
  const program = await installN8n({ root, log });
  await mkdir(place.userFolder, { recursive: true });
  const child = spawn(process.execPath, [program, ...args], {
    // n8n reads a `.env` file from its working directory, so run it in its own folder.
    cwd: place.userFolder,
    env: n8nEnvironment(place),
    stdio,
  });
  killOnExit(child);
  return child;
}

export const lastLines = (output: string): string =>
  output.trim().split('\n').slice(-15).join('\n');
