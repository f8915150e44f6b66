import { cpSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  databaseWithTables,
  openPostgres,
  type TestDatabase,
} from '../../service/harness/database.ts';
import { authorization, handset } from '../../service/harness/harness.ts';
import { newKey, startProcess, type TestProcess } from '../../service/harness/process.ts';
import { openReceiver, type Receiver } from '../../service/harness/receiver.ts';
import { openSmallDisk, type SmallDisk } from '../../service/harness/smallDisk.ts';
import { openSmsc, type Smsc } from '../../service/carriers/smpp/smsc.ts';
import { until } from '../../service/harness/until.ts';
import { openDatabaseProxy, type DatabaseProxy } from '../service/databaseProxy.ts';
import { metricsIn, readRules, startPrometheus, type Prometheus } from './prometheus.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFile(join(root, file), 'utf8');

/** The longest rule takes 90 seconds here. The machine can be busy. */
const allowedSeconds = 180;
const testMs = 2 * (allowedSeconds + 30) * 1_000;

/** Real processes on PostgreSQL and on the embedded database, watched by a real Prometheus. */
describe('an outage', () => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let smsc: Smsc;
  let receiver: Receiver;
  let disk: SmallDisk;
  let onPostgres: TestProcess;
  let embedded: TestProcess;
  let prometheus: Prometheus;
  const faults: string[] = [];

  const findMetricsUrl = ({ output }: TestProcess) => /Metrics: (\S+)/.exec(output())![1]!;
  const scrape = async (process: TestProcess) => (await fetch(findMetricsUrl(process))).text();
  const fires = (...alerts: string[]) =>
    until(
      `exactly these alerts fire: ${alerts.join(', ')}`,
      async () => (await prometheus.firing()).join() === alerts.join(),
      allowedSeconds,
    );

  beforeAll(async () => {
    database = await openPostgres();
    proxy = await openDatabaseProxy(database.environment.DATABASE_URL!);
    [smsc, receiver, disk] = await Promise.all([openSmsc(), openReceiver(), openSmallDisk(600)]);
    cpSync(await databaseWithTables(), join(disk.folder, 'database'), { recursive: true });
    const carrier = { name: 'acme', host: '127.0.0.1', port: smsc.port, system_id: 'textloom' };
    [onPostgres, embedded] = await Promise.all([
      startProcess(database, newKey(), faults, {
        DATABASE_URL: proxy.url,
        METRICS_PORT: '0',
        CARRIERS: JSON.stringify([carrier, { type: 'handset' }]),
      }),
      startProcess({ environment: {}, remove: async () => undefined }, newKey(), faults, {
        DATA_DIR: disk.folder,
        METRICS_PORT: '0',
      }),
    ]);
    // Some metrics appear with their first event.
    const hook = receiver.hook();
    await onPostgres.account.client.webhook.create({ url: hook.url, events: ['message.*'] });
    const { id } = await onPostgres.account.client.message.send({
      to: handset(0, 508),
      text: 'Hi',
    });
    await onPostgres.account.reaches(id, 'delivered');
    await until('the receiver has an event', () => hook.deliveries.length > 0);
    prometheus = await startPrometheus([onPostgres, embedded].map(findMetricsUrl));
    await until('the carrier works', async () =>
      (await scrape(onPostgres)).includes('textloom_carrier_up{carrier="acme"} 1'),
    );
    await fires();
  }, testMs);
  afterAll(async () => {
    await prometheus.stop();
    await Promise.all([onPostgres.stop(), embedded.kill()]);
    await Promise.all([smsc.close(), receiver.close(), proxy.close(), disk.remove()]);
    await database.remove();
    expect(faults).toEqual([]);
  });

  it('is seen through metrics that all exist and are all documented', async () => {
    const names = async (process: TestProcess) =>
      [...(await scrape(process)).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_count`, `${name}_bucket`, `${name}_sum`] : [name!],
      );
    const existing = new Set([...(await names(onPostgres)), ...(await names(embedded))]);
    const rules = await readRules();
    const dashboard = JSON.parse(await read('docs/operations/dashboard.json')) as {
      readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
    };
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    expect(expressions.length).toBeGreaterThan(30);
    // Every status and outcome has a series before it happens.
    expect(await scrape(onPostgres)).toContain('textloom_messages_total{status="undelivered"} 0');
    expect(await scrape(onPostgres)).toMatch(
      /^textloom_event_loop_lag_seconds\{thread="background"\} [\d.e-]+$/m,
    );
    const missing = (found: readonly string[]) => found.filter((name) => !existing.has(name));
    expect(missing(expressions.flatMap(metricsIn))).toEqual([]);
    const documented = [
      ...(await read('docs/monitoring.md')).matchAll(/^\| `(\w+)(?:\{.*?\})?` /gm),
    ].map(([, name]) => (name === 'http_request_duration_seconds' ? `${name}_sum` : name!));
    expect(missing(documented)).toEqual([]);
    const ownMetrics = [...existing].filter((name) => name.startsWith('textloom_'));
    expect(ownMetrics.filter((name) => !documented.includes(name))).toEqual([]);
  });

  it(
    'of a carrier fires the alert about it, until the carrier is back',
    async () => {
      const { port } = smsc;
      await smsc.close();
      await fires('TextloomCarrierDown');
      smsc = await openSmsc({ port });
      await fires();
    },
    testMs,
  );

  it(
    'of the database fires the alert about it, until the database is back',
    async () => {
      proxy.response(false);
      // Requests fail and wait for connections meanwhile, which is the same outage.
      let isAway = true;
      const ask = async () => {
        const headers = authorization(onPostgres.account.keys.admin);
        while (isAway) {
          await fetch(`${onPostgres.url}/v1/account`, { headers }).then(
            (response) => response.text(),
            () => undefined,
          );
          await sleep(300);
        }
      };
      const clients = Array.from({ length: 30 }, ask);
      await fires('TextloomDatabaseDown');
      // Longer than the rules about requests, waiting work, stuck parts and connections need.
      await sleep(40_000);
      expect(await prometheus.firing()).toEqual(['TextloomDatabaseDown']);
      isAway = false;
      proxy.response(true);
      await Promise.all(clients);
      await fires();
    },
    testMs,
  );

  it(
    'of a receiver fires the alert about it, until the receiver accepts an event',
    async () => {
      const { client, textFrom } = onPostgres.account;
      const hook = receiver.hook();
      hook.response = (response) => response.writeHead(503).end();
      await client.webhook.create({ url: hook.url, events: ['message.received'] });
      await textFrom(handset(3, 508), 'Hello');
      await until('the delivery fails', async () =>
        (await scrape(onPostgres)).includes('textloom_webhooks_failing{at_least="0m"} 1'),
      );
      const own = new pg.Client({ connectionString: database.environment.DATABASE_URL! });
      await own.connect();
      await own.query("update webhook set failing_since = failing_since - interval '1 hour'");
      await own.end();
      await fires('TextloomWebhooksFailing');
      hook.response = (response) => response.end();
      await textFrom(handset(3, 508), 'Hello again');
      await fires();
    },
    testMs,
  );

  it(
    'of the disk fires the alert about it, until there is room',
    async () => {
      await disk.fill(0.05);
      await fires('TextloomDiskFilling');
      await disk.makeRoom();
      await fires();
    },
    testMs,
  );

  it(
    'of a process fires the alert about it',
    async () => {
      await embedded.kill();
      await fires('TextloomDown');
    },
    testMs,
  );

  it('fires no other alert', async () => {
    expect(await prometheus.everFired()).toEqual([
      'TextloomCarrierDown',
      'TextloomDatabaseDown',
      'TextloomDiskFilling',
      'TextloomDown',
      'TextloomWebhooksFailing',
    ]);
  });
});
