import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { basePath } from '@textloom/shared/contract';
import { addAccount } from '../../service/accounts/addAccount.ts';
import { readConfig } from '../../service/config/config.ts';
import { issueKey } from '../../service/accounts/issueKey.ts';
import { openStore } from '../../service/store/database.ts';
import { startServiceProcess } from '../serviceProcess.ts';
import { openEmbedded, openPostgres, type BenchDatabase } from './database.ts';
import { attackNames, type Attack, type Flood } from './flood.ts';
import { table } from './table.ts';

/** The maximum slowdown of another account's requests during an attack, at the median and the 95th percentile. */
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
  const wanted = values.database.split(',');
  const rows: Row[] = [];
  for (const open of [openPostgres, openEmbedded]) {
    if (!wanted.includes(open === openPostgres ? 'PostgreSQL' : 'embedded')) continue;
    rows.push(...(await measure(await open(), Number(values.seconds))));
  }
  process.stdout.write(`\n${table(rows.map(shown))}\n`);
  return rows.every(holds);
}

interface Row {
  readonly attack: Attack;
  readonly database: BenchDatabase['name'];
  readonly rest: Times;
  readonly attacked: Times;
  /** The number of responses to the attacker by status. */
  readonly answers: Readonly<Record<string, number>>;
}

async function measure(database: BenchDatabase, seconds: number): Promise<Row[]> {
  try {
    const [attacker, other] = await addTwoAccounts(database);
    const service = await startServiceProcess({
      settings: { ...database.settings, API_KEY: attacker, LOG_LEVEL: 'silent' },
    });
    try {
      const rows: Row[] = [];
      await timesOf(service.url, other, 2);
      for (const attack of attackNames) {
        process.stdout.write(`${database.name}: ${attack} …\n`);
        const rest = await timesOf(service.url, other, seconds / 2);
        const child = startFlood({ url: service.url, apiKey: attacker, attack });
        await sleep(1_000);
        const attacked = await timesOf(service.url, other, seconds);
        const answers = await endFlood(child);
        rows.push({ attack, database: database.name, rest, attacked, answers });
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

async function addTwoAccounts({ settings }: BenchDatabase): Promise<[string, string]> {
  const store = await openStore(readConfig(settings), (error) => {
    throw error;
  });
  const now = new Date();
  const key = await store.db.transaction().execute(async (trx) => {
    const account = { country: 'US', timeZone: 'America/New_York' };
    await addAccount(trx, { name: 'Attacker', ...account }, now);
    const accountId = await addAccount(trx, { name: 'Other', ...account }, now);
    return (await issueKey(trx, { accountId, name: 'Other', scope: 'read', now })).key;
  });
  await store.boss.stop({ graceful: false });
  await store.close();
  return [`tl_admin_${randomBytes(16).toString('hex')}`, key];
}

function startFlood(flood: Flood): ChildProcess {
  const child = fork(join(import.meta.dirname, 'flood.ts'), { execPath: process.execPath });
  child.send(flood);
  return child;
}

async function endFlood(child: ChildProcess): Promise<Row['answers']> {
  child.send('What were you answered?');
  const [answers] = (await once(child, 'message')) as [Row['answers']];
  child.kill();
  await once(child, 'exit');
  return answers;
}

/** The latency of sequential GET requests in milliseconds. */
interface Times {
  readonly p50: number;
  readonly p95: number;
  readonly most: number;
}

async function timesOf(url: string, apiKey: string, seconds: number): Promise<Times> {
  const took: number[] = [];
  for (const end = performance.now() + seconds * 1_000; performance.now() < end;) {
    const start = performance.now();
    const answer = await fetch(`${url}${basePath}/contacts`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200)
      throw new Error(`The other account got a response with status ${answer.status}`);
    took.push(performance.now() - start);
    await sleep(betweenMs);
  }
  took.sort((a, b) => a - b);
  const part = (share: number) => took[Math.floor(took.length * share)]!;
  return { p50: part(0.5), p95: part(0.95), most: took.at(-1)! };
}

const holds = ({ rest, attacked }: Row): boolean =>
  attacked.p50 < limit * rest.p50 && attacked.p95 < limit * rest.p95;

function shown(row: Row): Record<string, string> {
  const { attack, database, rest, attacked, answers } = row;
  const ratio = (name: keyof Times) => `${(attacked[name] / rest[name]).toFixed(1)}×`;
  const both = (name: keyof Times) => `${rest[name].toFixed(1)} → ${attacked[name].toFixed(1)}`;
  return {
    attack,
    database,
    answered: Object.entries(answers)
      .map(([status, count]) => `${count}× ${status}`)
      .join(', '),
    'p50 ms': both('p50'),
    'p50 ratio': ratio('p50'),
    'p95 ms': both('p95'),
    'p95 ratio': ratio('p95'),
    'max ms': both('most'),
    verdict: holds(row) ? 'holds' : `FAILS ${limit}×`,
  };
}
