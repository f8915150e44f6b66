import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent, get } from 'node:http';
import Fastify from 'fastify';
import { Counter, Gauge, Registry } from 'prom-client';
import { databaseMetrics } from '../../../service/runtime/metrics/databaseMetrics.ts';
import { metricsServer } from '../../../service/runtime/metrics/metricsServer.ts';
import type { Db } from '../../../service/store/database.ts';
import { openFolder } from '../harness/database.ts';
import {
  authorization,
  handset,
  openHarness,
  type Account,
  type Harness,
} from '../harness/harness.ts';
import { newKey, startProcess } from '../harness/process.ts';
import { until } from '../harness/until.ts';

/**
 * Returns the value of a series, such as `textloom_messages_total{status="sent"}`, or undefined if
 * the series does not exist.
 */
const findValue = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

describe('the metrics', () => {
  let harness: Harness;
  let account: Account;
  const faults: string[] = [];
  beforeAll(async () => {
    harness = await openHarness(openFolder, { METRICS_PORT: '0' });
    account = harness.account();
  });
  afterAll(() => harness.close());

  const scrape = async () => {
    const response = await fetch(`${harness.metricsUrl!}/metrics`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    return response.text();
  };

  it('count messages, deliveries, requests and waiting work', async () => {
    const hook = harness.receiver.hook();
    const later = { 'retry-after': '3600' };
    hook.response = (response, count) =>
      (count === 1 ? response.writeHead(500, later) : response).end();
    const webhook = await account.client.webhook.create({ url: hook.url, events: ['message.*'] });
    const { id } = await account.client.message.send({ to: handset(0, 505), text: 'Hi' });
    await account.reaches(id, 'delivered');
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
    await account.client.message.send({ to: handset(1, 505), text: 'Later', send_at });
    await account.json('GET', '/messages/msg_none');
    await until('both events are posted', () => hook.deliveries.length >= 2);
    await until('the retry of the failed delivery waits', async () => {
      const waiting = findValue(await scrape(), 'textloom_jobs{queue="deliver",state="later"}');
      return waiting !== undefined && waiting > 0;
    });
    const event_ids = [hook.deliveries[0]!.event.id];
    await account.client.webhook.acknowledge({ id: webhook.id, event_ids });
    const text = await until('everything is counted', async () => {
      const found = await scrape();
      const isCounted = (outcome: string) =>
        findValue(found, `textloom_deliveries_total{outcome="${outcome}"}`) !== undefined;
      const isIdle = findValue(found, 'textloom_oldest_waiting_delivery_seconds') === 0;
      return isCounted('succeeded') && isCounted('acknowledged') && isIdle && found;
    });
    for (const [series, value] of [
      ['textloom_messages_total{status="queued"}', 1],
      ['textloom_messages_total{status="scheduled"}', 1],
      ['textloom_messages_total{status="sent"}', 1],
      ['textloom_messages_total{status="delivered"}', 1],
      ['textloom_deliveries_total{outcome="failed"}', 1],
      ['textloom_deliveries_total{outcome="acknowledged"}', 1],
      ['http_request_duration_seconds_count{operation="message.send",status="202"}', 2],
      ['http_request_duration_seconds_count{operation="message.get",status="404"}', 1],
      ['textloom_messages_open{status="scheduled"}', 1],
      ['textloom_oldest_waiting_message_seconds{carrier="handset"}', 0],
      ['textloom_oldest_waiting_delivery_seconds', 0],
      ['textloom_messages_open{status="queued"}', 0],
      ['textloom_jobs{queue="number",state="active"}', 0],
      ['textloom_webhooks_failing{at_least="0m"}', 0],
      ['textloom_webhooks_failing{at_least="1d"}', 0],
      ['textloom_webhook_failing_seconds', 0],
      ['textloom_carrier_up{carrier="handset"}', 1],
      ['textloom_stuck_parts', 0],
      ['textloom_database_up', 1],
    ] as const)
      expect([series, findValue(text, series)]).toEqual([series, value]);
    const lag = findValue(text, 'textloom_event_loop_lag_seconds{thread="main"}');
    expect(lag).toBeGreaterThan(0);
  });

  it('show webhooks that fail, until their receiver accepts an event', async () => {
    const failing = harness.account();
    const hook = harness.receiver.hook();
    hook.response = (response) => response.writeHead(500).end();
    await failing.client.webhook.create({ url: hook.url, events: ['message.received'] });
    await failing.textFrom(handset(2, 507), 'Hello');
    const counted = async () =>
      findValue(await scrape(), 'textloom_webhooks_failing{at_least="0m"}');
    await until('one webhook fails', async () => (await counted()) === 1);
    expect(findValue(await scrape(), 'textloom_webhook_failing_seconds')).toBeGreaterThan(0);
    hook.response = (response) => response.end();
    await failing.textFrom(handset(2, 507), 'Hello again');
    await until('no webhook fails', async () => (await counted()) === 0);
    expect(findValue(await scrape(), 'textloom_webhook_failing_seconds')).toBe(0);
  });

  it('show the space on the disk of the embedded database', async () => {
    const text = await scrape();
    const [free, size] = ['free', 'size'].map((name) =>
      findValue(text, `textloom_data_dir_${name}_bytes`),
    );
    expect(free).toBeGreaterThan(0);
    expect(size).toBeGreaterThan(free!);
  });

  it('ask the database nothing while it does not work', async () => {
    let asked = 0;
    const ask = () => {
      asked++;
      throw new Error('The database does not respond.');
    };
    const db = { getExecutor: ask } as unknown as Db;
    const read = databaseMetrics(
      { db, clock: () => new Date(), carriers: [] },
      { checkDatabase: () => Promise.resolve('The database does not respond.') },
    );
    const names = (await read()).split('\n').filter((line) => /^textloom/.test(line));
    expect(names).toEqual(['textloom_database_up 0']);
    expect(asked).toBe(0);
  });

  it('count no less while the background thread does not respond', async () => {
    const registry = new Registry();
    const registers = [registry];
    new Counter({ name: 'sent_total', help: 'Sent', registers }).inc(5);
    new Gauge({ name: 'up', help: 'Up', registers }).set(1);
    let responds = true;
    const app = metricsServer({
      registries: [],
      background: {
        readMetrics: async () => {
          if (!responds) throw new Error('The thread does not respond.');
          return [await registry.getMetricsAsJSON()];
        },
      },
      readDatabaseMetrics: () => Promise.resolve(''),
      log: Fastify().log,
    });
    const read = async () => (await app.inject('/metrics')).body;
    expect([findValue(await read(), 'sent_total'), findValue(await read(), 'up')]).toEqual([5, 1]);
    responds = false;
    const text = await read();
    expect([findValue(text, 'sent_total'), findValue(text, 'up')]).toEqual([5, undefined]);
    await app.close();
  });

  it('contain no phone numbers or IDs, and are not served by the API', async () => {
    const text = await scrape();
    for (const secret of [handset(0, 505).slice(1), account.number.slice(1), 'msg_'])
      expect(text).not.toContain(secret);
    expect((await fetch(`${harness.url}/metrics`)).status).toBe(404);
  });

  it('come with a readiness check, which passes until the process stops', async () => {
    const database = await openFolder();
    const running = await startProcess(database, newKey(), faults, { DRAIN_SECONDS: '300' });
    const agent = new Agent({ keepAlive: true });
    const ask = () =>
      new Promise<[number, Record<string, unknown>, string | undefined]>((resolve, reject) => {
        get(`${running.url}/ready`, { agent }, (response) => {
          let body = '';
          response.on('data', (chunk: Buffer) => (body += chunk.toString()));
          response.on('end', () =>
            resolve([
              response.statusCode!,
              JSON.parse(body) as Record<string, unknown>,
              response.headers['retry-after'],
            ]),
          );
        }).on('error', reject);
      });
    expect(await ask()).toEqual([200, { status: 'ready' }, undefined]);
    const stopped = running.stop();
    const [status, problem, retryAfter] = await until('the process is not ready', async () => {
      const response = await ask();
      return response[0] === 503 && response;
    });
    expect([status, problem, retryAfter]).toMatchObject([503, { code: 'unavailable' }, '1']);
    // The process still serves clients that have not noticed yet.
    const { status: served } = await running.account.raw({
      method: 'GET',
      path: '/account',
      headers: authorization(running.account.keys.admin),
    });
    expect(served).toBe(200);
    // A second signal ends the wait.
    expect(await Promise.all([stopped, running.stop()])).toEqual([0, 0]);
    agent.destroy();
    await database.remove();
    expect(faults).toEqual([]);
  }, 180_000);
});
