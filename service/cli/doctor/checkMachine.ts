import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { fine, note, wrong, type Finding } from './finding.ts';

interface Machine {
  readonly node: string;
  readonly now: Date;
  readonly hasConsole: boolean;
}

const leastNode = Number.parseInt(manifest.engines.node.replace('>=', ''), 10);
/** A correct clock cannot show a year before this code was written. */
const leastYear = 2026;

const thisMachine = (): Machine => ({
  node: process.versions.node,
  now: new Date(),
  hasConsole: existsSync(
    fileURLToPath(new URL('../../../console/dist/index.html', import.meta.url)),
  ),
});

export function checkMachine({ node, now, hasConsole }: Machine = thisMachine()): Finding[] {
  const isNew = Number.parseInt(node, 10) >= leastNode;
  const isRight = now.getUTCFullYear() >= leastYear;
  return [
    isNew
      ? fine(`Node.js is ${node}.`)
      : wrong(`Node.js is ${node}. Install version ${leastNode} or later.`),
    ...(isRight
      ? []
      : [
          wrong(
            `The clock of this machine shows ${now.toISOString()}. Set it, with NTP if possible.`,
          ),
        ]),
    hasConsole
      ? fine('The console is built.')
      : note('The console is not built. To use it, run "npm run build:console".'),
  ];
}
