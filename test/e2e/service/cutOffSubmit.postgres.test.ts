import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openPostgres, type TestDatabase } from '../../service/harness/database.ts';
import { handset } from '../../service/harness/harness.ts';
import { newKey, startProcess, type TestProcess } from '../../service/harness/process.ts';
import { until } from '../../service/harness/until.ts';

const wanted = 2;
const mostLives = 25;

describe('a process that is killed after a carrier accepts messages and before it gets the response', () => {
  let database: TestDatabase;
  let looking: pg.Client;
  let running: TestProcess | undefined;
  beforeAll(async () => {
    database = await openPostgres();
    looking = new pg.Client({ connectionString: database.environment.DATABASE_URL });
  });
  afterAll(async () => {
    await running?.kill();
    await looking.end();
    await database.remove();
  });

  const count = async (what: string): Promise<number> => {
    const { rows } = await looking.query<{ count: number }>(
      `select count(*)::int as count ${what}`,
    );
    return rows[0]!.count;
  };

  it('sends no message twice, and loses none', async () => {
    const key = newKey();
    const faults: string[] = [];
    running = await startProcess(database, key, faults);
    await looking.connect();
    const accepted: string[] = [];
    let cutOff = 0;
    for (let life = 0; life < mostLives && cutOff < wanted; life++) {
      const before = await count('from handset_text where message_id is not null');
      const { results } = await running.account.client.message.sendBatch({
        messages: Array.from({ length: 30 }, (_, at) => ({
          // A message to a recipient of an earlier life would wait for the messages that were cut
          // off then.
          to: handset(at, 811 + life),
          text: `Life ${life}, text ${at}`,
        })),
      });
      accepted.push(...results.map(({ message }) => message!.id));
      const deadline = Date.now() + 30_000;
      while ((await count('from handset_text where message_id is not null')) === before) {
        if (Date.now() > deadline) throw new Error('The carrier has accepted nothing');
        await sleep(1);
      }
      await running.kill();
      cutOff += (await count(`from message where submitting_at is not null and exists (
        select from handset_text where message_id = message.id)`))
        ? 1
        : 0;
      running = await startProcess(database, key, faults);
    }
    // Without a cut-off submit, the test would prove nothing.
    expect(cutOff).toBeGreaterThan(0);
    await until(
      'every message has a final status',
      async () => (await count('from message where final_at is null')) === 0,
      120,
    );
    expect(await count(`from message where status = 'delivered'`)).toBe(accepted.length);
    const { rows } = await looking.query<{ text: string; times: number }>(
      `select text, count(*)::int as times from handset_text where message_id is not null
        group by 1 having count(*) <> 1`,
    );
    expect(rows).toEqual([]);
    expect(await count('from handset_text where message_id is not null')).toBe(accepted.length);
    expect(await running.stop()).toBe(0);
    running = undefined;
    expect(faults).toEqual([]);
  });
});
