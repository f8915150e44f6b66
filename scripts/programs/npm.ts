import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { collect, killOnExit } from './child.ts';
import { withProgress } from './log.ts';
import type { Log } from './log.ts';
import { ownEnvironment } from './ownEnvironment.ts';

interface NpmRun {
  cwd: string;
  log: Log;
  doing: string;
  /** The advice to print if the command fails. */
  advice?: string;
}

/** Runs npm with the current Node.js, and logs the progress every few seconds. */
export async function npm(args: string[], run: NpmRun): Promise<void> {
  const { code, output } = await withProgress(run.log, run.doing, () => capture(args, run.cwd));
  const logFile = join(run.cwd, 'npm-output.log');
  if (code === 0) return rm(logFile, { force: true });
  await writeFile(logFile, output);
  throw new Error(
    `${run.doing} failed. ${adviceFor(output, run)} For the output of npm, see ${logFile}.`,
  );
}

async function capture(args: string[], cwd: string) {
  const [command, first] = npmCommand();
  const child = spawn(command, [...first, ...args], {
    cwd,
    env: npmEnvironment(),
    shell: process.platform === 'win32' && first.length === 0,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  killOnExit(child);
  return collect(child).catch(() => {
    throw new Error('npm was not found. It is part of Node.js: https://nodejs.org.');
  });
}

function npmCommand(): [command: string, args: string[]] {
  const outer = process.env.npm_execpath;
  return outer && basename(outer) === 'npm-cli.js' ? [process.execPath, [outer]] : ['npm', []];
}

function npmEnvironment(): NodeJS.ProcessEnv {
  // Remove the settings of an outer `npm run --workspace …`, or npm would look for that workspace
  // here.
  const kept = Object.entries(ownEnvironment()).filter(
    ([name]) => !/^npm_(package_|lifecycle_|config_(workspace|local_prefix|omit$))/i.test(name),
  );
  const headers = headersFolder();
  return {
    ...Object.fromEntries(kept),
    JOBS: 'max',
    // Reduce optimization, because the build is only for this machine and is much faster this way.
    CFLAGS: '-O1',
    CXXFLAGS: '-O1',
    ...(headers ? { npm_config_nodedir: headers } : {}),
  };
}

/**
 * Returns the folder with the headers of Node.js, which native modules need. The `node` package
 * includes them.
 */
function headersFolder(): string | undefined {
  const home = dirname(dirname(process.execPath));
  const platformPackage = `node-${process.platform}-${process.arch}`;
  return [
    home,
    join(home, 'node_modules', platformPackage),
    join(home, '..', platformPackage),
  ].find((folder) => existsSync(join(folder, 'include', 'node', 'node.h')));
}

function adviceFor(output: string, run: NpmRun): string {
  if (/ENOSPC/.test(output)) {
    return 'The disk is full. Free up space, then run the command again.';
  }
  if (run.advice) return run.advice;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET/.test(output)) {
    return 'npm could not reach its registry. Check the network, then run the command again.';
  }
  return 'Run the command again. It starts over from scratch.';
}
