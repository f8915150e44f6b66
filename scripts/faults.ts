import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Harm } from '../test/faults/fault.ts';
import { copyTree } from './faults/copyTree.ts';
import { plantFault, readTable, type Row } from './faults/readTable.ts';
import { runSuite, type SuiteRun } from './faults/runSuite.ts';
import useMemoryFolder from '../test/runner/memoryFolder.ts';

const usage = `Plants faults in copies of the code, one at a time, and checks that a test catches each fault.

npm run test:faults -- [options] [area, part of a file name, or part of a description …]
  --at-once N   Number of copies that run in parallel (2)
  --limit N     Time limit of one run in seconds (600)
  --verbose     Show the output of the tests if a fault is not caught`;

/** Tests must catch every fault with one of these harms. */
const worst: readonly Harm[] = ['another account', 'sent twice', 'opted out', 'forged'];
/** The share of all faults that tests must catch. */
const minCaught = 0.95;

type Verdict =
  'caught' | 'SURVIVED' | 'does not apply' | 'not green' | 'no test' | 'broken' | 'hung';
interface FaultResult {
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
        (filter) => area === filter || file.includes(filter) || why.includes(filter),
      ),
  );
  if (rows.length === 0) {
    console.error(`No fault in the table matches ${positionals.join(', ')}.`);
    process.exitCode = 1;
  } else {
    process.exitCode = report(await checkAll(rows)) ? 0 : 1;
  }
}

/** Judges all faults, one per copy at a time. */
async function checkAll(rows: readonly Row[]): Promise<FaultResult[]> {
  useMemoryFolder();
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache/faults-'));
  // Remove the folder even if the run is interrupted.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const remaining = rows.values();
  const unplanted: Unplanted = { suites: new Map(), tests: new Map() };
  const results: FaultResult[] = [];
  const work = async (_: unknown, index: number) => {
    const copy = join(folder, String(index + 1));
    await copyTree(root, copy);
    for (const row of remaining) {
      const began = Date.now();
      const verdict = await checkFault(copy, row, unplanted);
      results.push({ row, verdict });
      const seconds = Math.round((Date.now() - began) / 1_000);
      console.log(
        `${results.length} of ${rows.length}  ${verdict}  ${row.area}: ${row.why} (${row.harm}) – ${row.file}, ${seconds} s`,
      );
    }
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, work));
  return results;
}

/** The results without a fault, of whole suites and of the tests that rows name. */
interface Unplanted {
  readonly suites: Map<string, Promise<SuiteRun>>;
  readonly tests: Map<string, Promise<Verdict | undefined>>;
}

async function checkFault(copy: string, row: Row, unplanted: Unplanted): Promise<Verdict> {
  const faulty = await plantFault(copy, row);
  if (faulty === undefined || row.find === row.plant) return 'does not apply';
  const reason = await checkUnplanted(copy, row, unplanted);
  if (reason) return reason;
  const file = join(copy, row.file);
  const original = await readFile(file);
  await writeFile(file, faulty);
  try {
    const { outcome, output } = await runSuite(copy, row, limitMs);
    if (outcome === 'red') return 'caught';
    if (values.verbose) console.log(output);
    return outcome === 'green' ? 'SURVIVED' : outcome === 'empty' ? 'no test' : outcome;
  } finally {
    await writeFile(file, original);
  }
}

/**
 * Returns why the tests prove nothing. Without a fault, they must pass. One run of the whole suite
 * shows this for most rows.
 */
async function checkUnplanted(
  copy: string,
  { suite, only = '' }: Row,
  { suites, tests }: Unplanted,
): Promise<Verdict | undefined> {
  const whole = suites.get(suite) ?? runSuite(copy, { suite }, limitMs);
  suites.set(suite, whole);
  const { outcome, passed } = await whole;
  if (outcome === 'green')
    return passed.some((name) => new RegExp(only, 'i').test(name)) ? undefined : 'no test';
  const key = `${suite} ${only}`;
  const verdict = tests.get(key) ?? checkAlone(copy, { suite, only });
  tests.set(key, verdict);
  return verdict;
}

/** Tries twice, because tests that wait can fail on a busy machine. */
async function checkAlone(
  copy: string,
  row: Pick<Row, 'suite' | 'only'>,
): Promise<Verdict | undefined> {
  for (const isLast of [false, true]) {
    const { outcome, output } = await runSuite(copy, row, limitMs);
    if (outcome === 'green') return undefined;
    if (outcome === 'empty') return 'no test';
    if (isLast && values.verbose) console.log(output);
  }
  return 'not green';
}

/** Prints the tables, and returns whether the results are acceptable. */
function report(results: readonly FaultResult[]): boolean {
  const isCaught = ({ verdict }: FaultResult) => verdict === 'caught';
  const print = (title: string, getKey: (row: Row) => string) => {
    console.log(`\n${title} | faults | caught\n--- | ---: | ---:`);
    for (const [key, group] of [...Map.groupBy(results, ({ row }) => getKey(row))].sort())
      console.log(`${key} | ${group.length} | ${group.filter(isCaught).length}`);
  };
  print('area', ({ area }) => area);
  print('harm', ({ harm }) => harm);
  const caught = results.filter(isCaught).length;
  const share = caught / results.length;
  console.log(`all | ${results.length} | ${caught} (${(100 * share).toFixed(1)} %)`);
  const others = results.filter((one) => !isCaught(one));
  if (others.length > 0) console.log('\nNot caught:');
  for (const { row, verdict } of others)
    console.log(`- ${verdict}: ${row.area}, ${row.harm}: ${row.why} (${row.file}; ${row.suite})`);
  return (
    share >= minCaught &&
    others.every(({ row, verdict }) => verdict === 'SURVIVED' && !worst.includes(row.harm))
  );
}
