import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { basePath } from '@textloom/shared/contract';
import { addAccount } from '../../service/accounts/addAccount.ts';
import { issueKey } from '../../service/accounts/issueKey.ts';
import { startServiceProcess } from '../serviceProcess.ts';
import { newApiKey, selectKinds, withStore, type BenchDatabase } from './database.ts';
import { attackNames, type Attack, type Flood } from './flood.ts';
import { table } from './table.ts';

/**
 * The maximum slowdown of another account's requests during an attack, at the median and the 95th
 * percentile.
 */
const limit = 10;
/** The pause between requests, which keeps them below the rate limit of an API key. */
const betweenMs = 20;

/** Attacks the service from one account, and prints the latency of GET requests from another. */
export async function limits(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      database: { type: 'string', default: 'PostgreSQL,embedded' },
      seconds: { type: 'string', default: '10' },
    },
  });
  const rows: Row[] = [];
  for (const { open } of selectKinds(values.database)) {
    rows.push(...(await measure(await open(), Number(values.seconds))));
  }
  process.stdout.write(`\n${table(rows.map(toTableRow))}\n`);
  return rows.every(isWithinLimit);
}

interface Row {
  readonly attack: Attack;
  readonly database: BenchDatabase['name'];
  readonly baseline: Times;
  readonly underAttack: Times;
  /** The number of responses to the attacker by status. */
  readonly responses: Readonly<Record<string, number>>;
}

async function measure(database: BenchDatabase, seconds: number): Promise<Row[]> {
  try {
    const [attacker, other] = await addTwoAccounts(database);
    const service = await startServiceProcess({
      settings: { ...database.settings, API_KEY: attacker, LOG_LEVEL: 'silent' },
    });
    try {
      const rows: Row[] = [];
      await measureTimes(service.url, other, 2);
      for (const attack of attackNames) {
        process.stdout.write(`${database.name}: ${attack} …\n`);
        const baseline = await measureTimes(service.url, other, seconds / 2);
        const child = startFlood({ url: service.url, apiKey: attacker, attack });
        await sleep(1_000);
        const underAttack = await measureTimes(service.url, other, seconds);
        const responses = await endFlood(child);
        rows.push({ attack, database: database.name, baseline, underAttack, responses });
        // Wait for the last requests to end.
        await sleep(2_000);
      }
      return rows;
    } finally {
      await service.stop();
    }
  } finally {
    await database.remove();
  }
}

async function addTwoAccounts(database: BenchDatabase): Promise<[string, string]> {
  const now = new Date();
  const { key } = await withStore(database, ({ db }) =>
    db.transaction().execute(async (trx) => {
      const account = { country: 'US', timeZone: 'America/New_York' };
      await addAccount(trx, { name: 'Attacker', ...account }, now);
      const accountId = await addAccount(trx, { name: 'Other', ...account }, now);
      return issueKey(trx, { accountId, name: 'Other', scope: 'read', expiresAt: null, now });
    }),
  );
  return [newApiKey(), key];
}

function startFlood(flood: Flood): ChildProcess {
  const child = fork(join(import.meta.dirname, 'flood.ts'), { execPath: process.execPath });
  child.send(flood);
  return child;
}

async function endFlood(child: ChildProcess): Promise<Row['responses']> {
  child.send('report');
  const [responses] = (await once(child, 'message')) as [Row['responses']];
  child.kill();
  await once(child, 'exit');
  return responses;
}

/** The latency of sequential GET requests in milliseconds. */
interface Times {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

async function measureTimes(url: string, apiKey: string, seconds: number): Promise<Times> {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1_000; performance.now() < end;) {
    const start = performance.now();
    const response = await fetch(`${url}${basePath}/contacts`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    await response.arrayBuffer();
    if (response.status !== 200)
      throw new Error(`The other account got a response with status ${response.status}`);
    times.push(performance.now() - start);
    await sleep(betweenMs);
  }
  times.sort((a, b) => a - b);
  const part = (share: number) => times[Math.floor(times.length * share)]!;
  return { p50: part(0.5), p95: part(0.95), max: times.at(-1)! };
}

const isWithinLimit = ({ baseline, underAttack }: Row): boolean =>
  underAttack.p50 < limit * baseline.p50 && underAttack.p95 < limit * baseline.p95;

function toTableRow(row: Row): Record<string, string> {
  const { attack, database, baseline, underAttack, responses } = row;
  const ratio = (name: keyof Times) => `${(underAttack[name] / baseline[name]).toFixed(1)}×`;
  const both = (name: keyof Times) =>
    `${baseline[name].toFixed(1)} → ${underAttack[name].toFixed(1)}`;
  return {
    attack,
    database,
    responses: Object.entries(responses)
      .map(([status, count]) => `${count}× ${status}`)
      .join(', '),
    'p50 ms': both('p50'),
    'p50 ratio': ratio('p50'),
    'p95 ms': both('p95'),
    'p95 ratio': ratio('p95'),
    'max ms': both('max'),
    verdict: isWithinLimit(row) ? 'holds' : `FAILS ${limit}×`,
  };
}
