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
/** No clock that goes right is behind the time at which this was written. */
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
      : wrong(`Node.js is ${node}. Install version ${leastNode} or a newer one.`),
    ...(isRight
      ? []
      : [wrong(`The clock of this machine says ${now.toISOString()}. Set it, by NTP if you can.`)]),
    hasConsole
      ? fine('The console is built.')
      : note('The console is not built. Run "npm run build:console", or do without it.'),
  ];
}
