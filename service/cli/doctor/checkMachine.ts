import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { ok, problem, problemIf, warning, type Finding } from './finding.ts';

interface Machine {
  readonly node: string;
  readonly now: Date;
  readonly hasConsole: boolean;
}

const minNodeVersion = Number.parseInt(manifest.engines.node.replace('>=', ''), 10);
/** A correct clock cannot show a year before this code was written. */
const minYear = 2026;

const thisMachine = (): Machine => ({
  node: process.versions.node,
  now: new Date(),
  hasConsole: existsSync(
    fileURLToPath(new URL('../../../console/dist/index.html', import.meta.url)),
  ),
});

export function checkMachine({ node, now, hasConsole }: Machine = thisMachine()): Finding[] {
  const isRecent = Number.parseInt(node, 10) >= minNodeVersion;
  const isClockPlausible = now.getUTCFullYear() >= minYear;
  return [
    isRecent
      ? ok(`Node.js is ${node}.`)
      : problem(`Node.js is ${node}. Install version ${minNodeVersion} or later.`),
    ...problemIf(
      !isClockPlausible,
      `The clock of this machine shows ${now.toISOString()}. Set it, with NTP if possible.`,
    ),
    hasConsole
      ? ok('The console is built.')
      : warning('The console is not built. To use it, run "npm run build:console".'),
  ];
}
