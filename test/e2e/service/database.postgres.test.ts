import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { basePath } from '@textloom/shared/contract';
import { openPostgres, type TestDatabase } from '../../service/harness/database.ts';
import { handset } from '../../service/harness/harness.ts';
import { newKey, startProcess, type TestProcess } from '../../service/harness/process.ts';
import { openReceiver, type Receiver } from '../../service/harness/receiver.ts';
import { until } from '../../service/harness/until.ts';
import { openDatabaseProxy, type DatabaseProxy } from './databaseProxy.ts';

describe('a service whose connections to PostgreSQL break', () => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let receiver: Receiver;
  let running: TestProcess;
  beforeAll(async () => {
    database = await openPostgres();
    receiver = await openReceiver();
    proxy = await openDatabaseProxy(database.environment.DATABASE_URL!);
    const environment = { ...database.environment, DATABASE_URL: proxy.url };
    running = await startProcess({ ...database, environment }, newKey(), [], {
      LOG_LEVEL: 'silent',
    });
  });
  afterEach(() => {
    proxy.response(true);
    // An unhandled error would have ended the process.
    expect(running.output()).not.toMatch(/Unhandled/);
  });
  afterAll(async () => {
    await running.kill();
    await proxy.close();
    await receiver.close();
    await database.remove();
  });

  const post = (text: string, to = handset(0, 606)) =>
    running.account.json('POST', '/messages', { to, text });
  /** Resolves after a message is accepted and delivered. */
  const recovery = async (text: string): Promise<void> => {
    const id = await until(
      'a message is accepted',
      async () => {
        const response = await post(text);
        expect([202, 503]).toContain(response.status);
        return response.status === 202 && (response.body as { id: string }).id;
      },
      60,
    );
    await until(
      'the message is delivered',
      async () => {
        const { body } = await running.account.json('GET', `/messages/${id}`);
        return (body as { status?: string }).status === 'delivered';
      },
      60,
    );
  };

  it.each([
    ['requests', /insert into "message"/],
    ['the background work', /status = 'queued', claim = /],
    ['the queue', /pgboss\.job[^]*skip locked/i],
  ])(
    'accepts and delivers messages again after one connection of %s goes silent',
    async (_, pattern) => {
      await recovery('Before');
      const stalled = proxy.stallOn(pattern);
      // This text has a different recipient. Texts to one recipient keep their order, also behind
      // one whose fate is unknown.
      const unanswered = post('Into the silence', handset(0, 607));
      await stalled;
      await recovery('After');
      expect([202, 503]).toContain((await unanswered).status);
    },
  );

  it('responds with 503 and Retry-After while the database is unreachable, and recovers automatically', async () => {
    proxy.response(false);
    const away = await until('requests fail', async () => {
      const response = await post('Away');
      return response.status !== 202 && response;
    });
    expect(away).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(Number(away.headers['retry-after'])).toBeGreaterThan(0);
    // The last health check may be a second old.
    const health = async () => (await fetch(running.url + basePath + '/health')).status;
    await until('the health check fails', async () => (await health()) === 503);
    proxy.response(true);
    await recovery('Back');
  });

  it('survives resets of all its connections under load', async () => {
    for (let round = 0; round < 5; round++) {
      const responses = Array.from({ length: 40 }, (_, at) => post(`Round ${round}, ${at}`));
      proxy.resetAll();
      for (const { status } of await Promise.all(responses)) expect([202, 503]).toContain(status);
    }
    await recovery('After the resets');
  });

  it('is not ready within seconds if no connection responds, and stops in time', async () => {
    proxy.stallAll();
    const unanswered = post('Into the silence');
    const isReady = async () => (await fetch(`${running.url}/ready`)).status === 200;
    await until('it is not ready', async () => !(await isReady()));
    expect(await running.stop()).not.toBeNull();
    await Promise.allSettled([unanswered]);
  });
});
