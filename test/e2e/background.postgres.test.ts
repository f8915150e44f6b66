import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPostgres, type TestDatabase } from '../service/database.ts';
import { handset } from '../service/harness.ts';
import { newKey, startProcess, type ServiceProcess } from '../service/process.ts';

describe('the background work, on PostgreSQL in a separate thread', () => {
  let database: TestDatabase;
  let running: ServiceProcess;
  const faults: string[] = [];
  beforeAll(async () => {
    database = await openPostgres();
    running = await startProcess(database, newKey(), faults, { METRICS_PORT: '0' });
  });
  afterAll(() => database.remove());

  it('delivers a message', async () => {
    const { id } = await running.account.client.message.send({ to: handset(0, 505), text: 'Hi' });
    await running.account.reaches(id, 'delivered');
    expect(faults).toEqual([]);
  });

  it('is counted together with the requests', async () => {
    const [address] = /http\S+\/metrics/.exec(running.output())!;
    const text = await (await fetch(address)).text();
    // The counter of each status starts at 0.
    const counted = text.match(/^textloom_messages_total\{.*\} [1-9].*$/gm) ?? [];
    expect(counted.sort()).toEqual([
      'textloom_messages_total{status="delivered"} 1',
      'textloom_messages_total{status="queued"} 1',
      'textloom_messages_total{status="sent"} 1',
    ]);
  });

  it('stops when the process is asked to stop', async () => {
    expect(await running.stop()).toBe(0);
    expect(running.output()).not.toMatch(/error/i);
  });
});
