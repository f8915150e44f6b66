import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownEnvironment } from '../../../scripts/programs/ownEnvironment.ts';
import { npm } from '../../../scripts/programs/npm.ts';
import { packageMcp } from '../../../scripts/packageMcp.ts';

export interface McpPackage {
  /** A folder with nothing but the installed package. */
  readonly folder: string;
  readonly tarball: string;
  /** The command that npx starts. */
  readonly program: string;
  readonly remove: () => Promise<void>;
}

const log = () => undefined;

/** Packs the MCP server, and installs it in an empty folder, as npx does. */
export async function installMcp(): Promise<McpPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'textloom-mcp-'));
  const tarball = await packageMcp(join(folder, 'artifacts'), log);
  // Without it, npm could install in a folder above.
  await writeFile(join(folder, 'package.json'), '{}');
  await npm(['install', '--offline', '--no-audit', '--no-fund', tarball], {
    cwd: folder,
    log,
    doing: 'Installing the MCP server',
  });
  return {
    folder,
    tarball,
    program: join(folder, 'node_modules/.bin/textloom-mcp'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export interface Run {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program of Node.js in a folder, and returns what it prints. */
export const run = (
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Run> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...ownEnvironment(), NO_COLOR: '1', HOME: cwd, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }));
  });
