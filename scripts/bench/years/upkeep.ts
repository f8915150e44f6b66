import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { firstIdAt } from '../../../service/lib/ids.ts';
import type { BenchDatabase } from '../database.ts';
import type { Load } from '../service/drive.ts';
import { runDriver } from '../service/runDriver.ts';

/** The first month of two years is older than this. */
const messageDays = 700;
const rate = 50;
const seconds = 20;
const maxWaitMs = 900_000;

async function query<T extends object>(
  { settings }: BenchDatabase,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: settings.DATABASE_URL! });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Sets how many days all accounts keep messages. They keep all texts. */
export const setRetention = async (database: BenchDatabase, days: number | null): Promise<void> => {
  const retention = { otp_text_hours: null, text_days: null, message_days: days };
  await query(database, 'update account set retention = $1', [JSON.stringify(retention)]);
};

/** Deletes a month of messages while messages come in at a steady pace. */
export async function measureRetention(
  database: BenchDatabase,
  load: Omit<Load, 'messages'>,
): Promise<string[]> {
  const end = firstIdAt('msg', new Date(Date.now() - messageDays * 86_400_000));
  const countOld = async () => {
    const [row] = await query<{ count: number }>(
      database,
      'select count(*)::integer as count from message where id < $1',
      [end],
    );
    return row!.count;
  };
  const paced = { ...load, messages: rate * seconds, rate };
  const quiet = await runDriver(paced);
  const before = await countOld();
  await setRetention(database, messageDays);
  const [busy, deletion] = await Promise.all([runDriver(paced), waitForDeletion(countOld, before)]);
  const line = ({ p50, p95 }: { p50: number; p95: number }) =>
    `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
  const lines = [`intake at ${rate}/s: ${line(quiet)}`, `while a month goes: ${line(busy)}`];
  await setRetention(database, null);
  const { left, seconds: took } = deletion;
  return [...lines, `deleted ${before - left} of ${before} messages in ${took.toFixed(0)} s`];
}

/** Waits until almost no old message is left. */
async function waitForDeletion(
  countOld: () => Promise<number>,
  before: number,
): Promise<{ readonly left: number; readonly seconds: number }> {
  const start = performance.now();
  let left = before;
  while (left > before / 1_000 && performance.now() - start < maxWaitMs) {
    await sleep(1_000);
    left = await countOld();
  }
  return { left, seconds: (performance.now() - start) / 1_000 };
}

/** Writes a complete backup, and throws it away. */
export async function measureBackup({ settings }: BenchDatabase): Promise<string> {
  const start = performance.now();
  const dump = spawn('pg_dump', ['--format=custom', '--compress=1', settings.DATABASE_URL!], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let bytes = 0;
  for await (const chunk of dump.stdout) bytes += (chunk as Buffer).length;
  const took = (performance.now() - start) / 1_000;
  return `backup of ${(bytes / 1e6).toFixed(0)} MB in ${took.toFixed(0)} s`;
}
