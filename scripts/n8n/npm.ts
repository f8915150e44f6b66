import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { collect, endWithUs } from './child.ts';
import { everySoOften } from './log.ts';
import type { Log } from './log.ts';
import { ownEnvironment } from './ownEnvironment.ts';

interface NpmRun {
  cwd: string;
  log: Log;
  doing: string;
  /** What to do when it fails for a reason of its own. */
  advice?: string;
}

/** Runs npm under this very Node, and says every few seconds that it is still at it. */
export async function npm(args: string[], run: NpmRun): Promise<void> {
  const { code, output } = await everySoOften(run.log, run.doing, () => capture(args, run.cwd));
  const logFile = join(run.cwd, 'npm-output.log');
  if (code === 0) return rm(logFile, { force: true });
  await writeFile(logFile, output);
  throw new Error(`${run.doing} failed. ${adviceFor(output, run)} What npm said is in ${logFile}.`);
}

async function capture(args: string[], cwd: string) {
  const [command, first] = npmCommand();
  const child = spawn(command, [...first, ...args], {
    cwd,
    env: npmEnvironment(),
    shell: process.platform === 'win32' && first.length === 0,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(child);
  return collect(child).catch(() => {
    throw new Error('npm was not found: it comes with Node, from https://nodejs.org.');
  });
}

function npmCommand(): [command: string, args: string[]] {
  const outer = process.env.npm_execpath;
  return outer && basename(outer) === 'npm-cli.js' ? [process.execPath, [outer]] : ['npm', []];
}

function npmEnvironment(): NodeJS.ProcessEnv {
  // The settings of an outer `npm run --workspace …` would make npm look for that workspace here.
  const kept = Object.entries(ownEnvironment()).filter(
    ([name]) => !/^npm_(package_|lifecycle_|config_(workspace|local_prefix|omit$))/i.test(name),
  );
  const headers = headersFolder();
  return {
    ...Object.fromEntries(kept),
    JOBS: 'max',
    // What is built for one machine need not be as fast as it can be, and is there much sooner.
    CFLAGS: '-O1',
    CXXFLAGS: '-O1',
    ...(headers ? { npm_config_nodedir: headers } : {}),
  };
}

/** Building a native module needs Node's headers; the `node` package brings them along. */
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
    return 'The disk is full: free some space and run the command again.';
  }
  if (run.advice) return run.advice;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET/.test(output)) {
    return 'npm could not reach its registry: check the network and run the command again.';
  }
  return 'Run the command again; it starts over cleanly.';
}
