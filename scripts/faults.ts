import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Harm } from '../test/faults/fault.ts';
import { copyTree } from './faults/copyTree.ts';
import { planted, readTable, type Row } from './faults/readTable.ts';
import { runSuite } from './faults/runSuite.ts';

const usage = `Plants faults in copies of the code, one at a time, and checks that a test catches each fault.

npm run test:faults -- [options] [area, part of a file name, or part of a description …]
  --at-once N   Number of copies that run in parallel (2)
  --limit N     Time limit of one run in seconds (600)
  --verbose     Show the output of the tests if a fault is not caught`;

/** Tests must catch every fault with one of these harms. */
const worst: readonly Harm[] = ['another account', 'sent twice', 'opted out', 'forged'];
/** The share of all faults that tests must catch. */
const leastCaught = 0.95;

type Verdict =
  'caught' | 'SURVIVED' | 'does not apply' | 'not green' | 'no test' | 'broken' | 'hung';
interface Judged {
  readonly row: Row;
  readonly verdict: Verdict;
}

const root = resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'at-once': { type: 'string', default: '2' },
    limit: { type: 'string', default: '600' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const limitMs = Number(values.limit) * 1_000;

if (values.help) {
  console.log(usage);
} else {
  const all = await readTable(root);
  const rows = all.filter(
    ({ area, file, why }) =>
      positionals.length === 0 ||
      positionals.some(
        (wanted) => area === wanted || file.includes(wanted) || why.includes(wanted),
      ),
  );
  if (rows.length === 0) {
    console.error(`No fault in the table matches ${positionals.join(', ')}.`);
    process.exitCode = 1;
  } else {
    process.exitCode = report(await judgeAll(rows)) ? 0 : 1;
  }
}

/** Judges all faults, one per copy at a time. */
async function judgeAll(rows: readonly Row[]): Promise<Judged[]> {
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache/faults-'));
  // Remove the folder even if the run is interrupted.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const left = rows.values();
  const unplanted = new Map<string, Promise<Verdict | undefined>>();
  const judged: Judged[] = [];
  const work = async (_: unknown, index: number) => {
    const copy = join(folder, String(index + 1));
    await copyTree(root, copy);
    for (const row of left) {
      const began = Date.now();
      const verdict = await judge(copy, row, unplanted);
      judged.push({ row, verdict });
      const seconds = Math.round((Date.now() - began) / 1_000);
      console.log(
        `${judged.length} of ${rows.length}  ${verdict}  ${row.area}: ${row.why} (${row.harm}) – ${row.file}, ${seconds} s`,
      );
    }
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, work));
  return judged;
}

async function judge(
  copy: string,
  row: Row,
  unplanted: Map<string, Promise<Verdict | undefined>>,
): Promise<Verdict> {
  const faulty = await planted(copy, row);
  if (faulty === undefined || row.find === row.plant) return 'does not apply';
  const key = `${row.suite} ${row.only ?? ''}`;
  if (!unplanted.has(key)) unplanted.set(key, judgeUnplanted(copy, row));
  const reason = await unplanted.get(key);
  if (reason) return reason;
  const file = join(copy, row.file);
  const right = await readFile(file);
  await writeFile(file, faulty);
  try {
    const { outcome, output } = await runSuite(copy, row, limitMs);
    if (outcome === 'red') return 'caught';
    if (values.verbose) console.log(output);
    return outcome === 'green' ? 'SURVIVED' : outcome === 'empty' ? 'no test' : outcome;
  } finally {
    await writeFile(file, right);
  }
}

/** Returns why the tests prove nothing. Without a fault, they must pass. */
async function judgeUnplanted(copy: string, row: Row): Promise<Verdict | undefined> {
  for (const isLast of [false, true]) {
    const { outcome, output } = await runSuite(copy, row, limitMs);
    if (outcome === 'green') return undefined;
    if (outcome === 'empty') return 'no test';
    // Try again, because tests that wait can fail on a busy machine.
    if (isLast && values.verbose) console.log(output);
  }
  return 'not green';
}

/** Prints the tables, and returns whether the results are acceptable. */
function report(judged: readonly Judged[]): boolean {
  const isCaught = ({ verdict }: Judged) => verdict === 'caught';
  const print = (title: string, keyOf: (row: Row) => string) => {
    console.log(`\n${title} | faults | caught\n--- | ---: | ---:`);
    for (const [key, group] of [...Map.groupBy(judged, ({ row }) => keyOf(row))].sort())
      console.log(`${key} | ${group.length} | ${group.filter(isCaught).length}`);
  };
  print('area', ({ area }) => area);
  print('harm', ({ harm }) => harm);
  const caught = judged.filter(isCaught).length;
  const share = caught / judged.length;
  console.log(`all | ${judged.length} | ${caught} (${(100 * share).toFixed(1)} %)`);
  const others = judged.filter((one) => !isCaught(one));
  if (others.length > 0) console.log('\nNot caught:');
  for (const { row, verdict } of others)
    console.log(`- ${verdict}: ${row.area}, ${row.harm}: ${row.why} (${row.file}; ${row.suite})`);
  return (
    share >= leastCaught &&
    others.every(({ row, verdict }) => verdict === 'SURVIVED' && !worst.includes(row.harm))
  );
}
