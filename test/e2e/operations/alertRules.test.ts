import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { readSite } from '../../../service/docs/site/readSite.ts';
import { promtool, readRules, rulesFile, type Rule } from './prometheus.ts';

const root = join(import.meta.dirname, '../../..');
const site = readSite(root);

interface Case {
  readonly alert: string;
  /** Series in the notation of promtool, one value per minute. */
  readonly series: Readonly<Record<string, string>>;
  /** A minute when the alert does not fire yet, and one when it fires. */
  readonly quiet: number;
  readonly fires: number;
  /** A minute when the alert is over. */
  readonly over: number;
}

const own = 'job="textloom",instance="a"';
const requests = (status: number) =>
  `http_request_duration_seconds_count{${own},operation="message.send",status="${status}"}`;
const oldestMessage = (carrier: string) =>
  `textloom_oldest_waiting_message_seconds{${own},carrier="${carrier}"}`;
const oldestDelivery = `textloom_oldest_waiting_delivery_seconds{${own}}`;
const messages = (status: string) => `textloom_messages_total{${own},status="${status}"}`;
const waited = `textloom_database_wait_seconds{${own},pool="requests"}`;
const failedRequests = { [requests(503)]: '0x10 0+10x20 200x20', [requests(202)]: '0+90x60' };
const failedMessages = {
  [messages('undelivered')]: '0x10 0+30x40 1200x40',
  [messages('delivered')]: '0+70x100',
};

/** A service that works. A case replaces what it changes. */
const usual = {
  [`up{${own}}`]: '1x100',
  [`textloom_database_up{${own}}`]: '1x100',
  [oldestMessage('smpp')]: '0x100',
};

// prettier-ignore
const cases: readonly Case[] = [
  { alert: 'TextloomDown', series: { [`up{${own}}`]: '1x10 0x10 1x10' }, quiet: 12, fires: 13, over: 22 },
  { alert: 'TextloomMissing', series: { [`up{${own}}`]: '1x10 stale _x10 1x10' }, quiet: 15, fires: 16, over: 23 },
  { alert: 'TextloomMetricsMissing', series: { [oldestMessage('smpp')]: '0x10 stale _x10 0x10' }, quiet: 15, fires: 16, over: 23 },
  { alert: 'TextloomRestarting', series: { [`process_start_time_seconds{${own}}`]: '1x5 2 2 3 3 4 4x40' }, quiet: 9, fires: 11, over: 40 },
  { alert: 'TextloomDatabaseDown', series: { [`textloom_database_up{${own}}`]: '1x10 0x10 1x10' }, quiet: 11, fires: 12, over: 22 },
  { alert: 'TextloomStuck', series: { [`textloom_stuck_parts{${own}}`]: '0x10 2 0x20' }, quiet: 10, fires: 12, over: 22 },
  { alert: 'TextloomErrors', series: failedRequests, quiet: 12, fires: 28, over: 45 },
  { alert: 'TextloomCarrierDown', series: { [`textloom_carrier_up{${own},carrier="smpp"}`]: '1x10 0x10 1x10' }, quiet: 15, fires: 16, over: 22 },
  { alert: 'TextloomMessagesWaiting', series: { [oldestMessage('smpp')]: '0x10 290 301x10 0x10' }, quiet: 16, fires: 17, over: 23 },
  { alert: 'TextloomMessagesFailing', series: failedMessages, quiet: 20, fires: 45, over: 80 },
  { alert: 'TextloomIncomingDropped', series: { [`textloom_incoming_total{${own},kind="text",outcome="dropped"}`]: '0x10 1x40' }, quiet: 10, fires: 12, over: 30 },
  { alert: 'TextloomDeliveriesWaiting', series: { [oldestDelivery]: '0x10 119 121x10 0x10' }, quiet: 16, fires: 17, over: 23 },
  { alert: 'TextloomWebhooksFailing', series: { [`textloom_webhooks_failing{${own},at_least="15m"}`]: '0x10 1x10 0x10', [`textloom_webhooks_failing{${own},at_least="0m"}`]: '3x40' }, quiet: 10, fires: 12, over: 27 },
  { alert: 'TextloomDiskFilling', series: { [`textloom_data_dir_free_bytes{${own}}`]: '20x10 9x10 50x10', [`textloom_data_dir_size_bytes{${own}}`]: '100x40' }, quiet: 15, fires: 16, over: 22 },
  { alert: 'TextloomConnectionsExhausted', series: { [waited]: '0x10 3x10 0x10' }, quiet: 15, fires: 16, over: 22 },
  { alert: 'TextloomOverloaded', series: { [`textloom_event_loop_lag_seconds{${own},thread="background"}`]: '0x10 0.6x20 0.1x10' }, quiet: 20, fires: 21, over: 33 },
];

interface Outage {
  readonly what: string;
  readonly series: Case['series'];
  /** The alerts that fire at these minutes. */
  readonly at: Readonly<Record<number, readonly string[]>>;
}

/** Everything that one outage changes, from minute 11 to 30. */
const outages: readonly Outage[] = [
  {
    what: 'of the database fires no other alert, and none in the minutes afterwards',
    series: {
      [`textloom_database_up{${own}}`]: '1x10 0x19 1x40',
      [oldestMessage('smpp')]: '0x10 stale _x18 1200x8 0x30',
      [oldestDelivery]: '0x10 stale _x18 1200x8 0x30',
      [`textloom_stuck_parts{${own}}`]: '0x10 3x20 0x40',
      [waited]: '0x10 5x20 0x40',
      [requests(202)]: '0+90x10 900x20 1000+90x40',
      [requests(503)]: '0x10 0+90x20 1800x40',
      // Waiting messages expire when the database is back.
      [messages('expired')]: '0x30 100 200 300x40',
      [messages('delivered')]: '0+5x10 50x20 55+5x40',
    },
    at: {
      20: ['TextloomDatabaseDown'],
      30: ['TextloomDatabaseDown'],
      32: [],
      37: [],
      46: [],
      47: [],
      50: [],
    },
  },
  {
    what: 'of a carrier fires no other alert, although its messages wait and expire',
    series: {
      [`textloom_carrier_up{${own},carrier="smpp"}`]: '1x10 0x19 1x40',
      [oldestMessage('smpp')]: '0x10 60+60x19 0x40',
      [messages('expired')]: '0x10 0+30x19 570x40',
      [messages('delivered')]: '0+70x10 700x19 700+70x40',
    },
    at: { 20: ['TextloomCarrierDown'], 30: ['TextloomCarrierDown'], 32: [], 45: [] },
  },
  {
    what: 'of a carrier hides no sender of another carrier that makes no progress',
    series: {
      [`textloom_carrier_up{${own},carrier="smpp"}`]: '1x10 0x40',
      [oldestMessage('smpp')]: '0x10 60+60x40',
      [oldestMessage('twilio')]: '0x20 60+60x30',
    },
    at: { 28: ['TextloomCarrierDown'], 40: ['TextloomCarrierDown', 'TextloomMessagesWaiting'] },
  },
  {
    what: 'that lasts for seconds fires nothing',
    series: {
      [`textloom_database_up{${own}}`]: '1x10 0 1x40',
      [requests(202)]: '0+90x10 900x1 1000+90x40',
      [requests(503)]: '0x10 60x50',
      [waited]: '0x10 4 0x40',
    },
    at: { 11: [], 12: [], 14: [], 18: [] },
  },
  {
    what: 'is not one failure of three at night',
    series: {
      [requests(202)]: '0x10 1 1 2x40',
      [requests(503)]: '0x12 1x40',
      [messages('delivered')]: '0x10 2x40',
      [messages('undelivered')]: '0x10 1x40',
    },
    at: { 13: [], 18: [], 26: [], 30: [] },
  },
];

const unitSeconds = { s: 1, m: 60, h: 3_600, d: 86_400 };
const seconds = (duration: string): number =>
  parseInt(duration, 10) * unitSeconds[duration.at(-1) as keyof typeof unitSeconds];

/** Returns the numbers of a sentence: times in seconds, and shares between 0 and 1. */
const numbersIn = (sentence: string): number[] =>
  [...sentence.matchAll(/\b(\d[\d.]*)(%| (?:second|minute|hour|day))?/g)].map(([, value, unit]) =>
    unit === '%' ? Number(value) / 100 : Number(value) * (unit ? seconds(`1${unit[1]}`) : 1),
  );

describe('the alert rules', () => {
  let rules: readonly Rule[];
  let folder: string;
  beforeAll(async () => {
    rules = await readRules();
    folder = await mkdtemp(join(tmpdir(), 'textloom-rules-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Returns the alerts that fire at a minute, by promtool. */
  const firingAt = async ({ series }: Pick<Case, 'series'>, minute: number): Promise<string[]> => {
    const file = join(folder, 'test.yml');
    // Every rule must be quiet here, so promtool names each one that fires.
    const test = {
      rule_files: [rulesFile],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: Object.entries({ ...usual, ...series }).map(([name, values]) => ({
            series: name,
            values,
          })),
          alert_rule_test: rules.map(({ alert }) => ({
            eval_time: `${minute}m`,
            alertname: alert,
            exp_alerts: [],
          })),
        },
      ],
    };
    await writeFile(file, JSON.stringify(test));
    const output = await promtool('test', 'rules', file).then(
      ({ stdout }) => stdout,
      (error: unknown) => {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        return stdout + stderr;
      },
    );
    return [...new Set([...output.matchAll(/alertname: ?(\w+)/g)].map(([, name]) => name!))].sort();
  };

  it('get enough scrapes from the configuration to see a process that is stuck', async () => {
    const text = await readFile(join(root, 'docs/operations/prometheus.yml'), 'utf8');
    const { global } = parse(text) as { readonly global: Readonly<Record<string, string>> };
    // The process ends about 50 seconds after it reports that.
    for (const name of ['scrape_interval', 'evaluation_interval'])
      expect(seconds(global[name]!)).toBeLessThanOrEqual(25);
  });

  it('are valid', async () => {
    const { stdout } = await promtool('check', 'rules', rulesFile);
    expect(stdout).toContain(`${rules.length} rules found`);
  });

  it('all have a case here, and a runbook page that the service shows', () => {
    expect(cases.map(({ alert }) => alert).sort()).toEqual(rules.map(({ alert }) => alert).sort());
    const pages = [...site.pages.values()];
    for (const { alert, annotations } of rules) {
      const path = new URL(annotations.runbook_url).pathname;
      const page = pages.find((one) => one.path === path);
      expect([alert, page?.file]).toEqual([alert, expect.any(String)]);
      expect(site.read(page!)).toContain(`**Alert:** \`${alert}\``);
    }
    const runbook = pages.filter(({ path }) => path.startsWith('/docs/runbook/'));
    expect(runbook).toHaveLength(rules.length);
  });

  it('all say when they fire, in the same words here, in the list and in the runbook', async () => {
    const text = await readFile(join(root, 'docs/monitoring.md'), 'utf8');
    const listed = [...text.matchAll(/^\| \[`(Textloom\w+)`\]\(\S+\) +\| (.*?) +\|$/gm)].map(
      ([, alert, when]) => [alert!, when!] as const,
    );
    expect(listed.map(([alert]) => alert).sort()).toEqual(rules.map(({ alert }) => alert).sort());
    const pages = [...site.pages.values()];
    for (const { alert, annotations } of rules) {
      const when = /^Fires when (.*)\.$/.exec(annotations.description)![1]!;
      expect([alert, new Map(listed).get(alert)]).toEqual([alert, when]);
      const page = pages.find(({ path }) => path === new URL(annotations.runbook_url).pathname)!;
      expect(site.read(page)).toContain(`**Alert:** \`${alert}\` fires when ${when}.`);
    }
  });

  it('say the numbers that they use', () => {
    for (const { alert, expr, for: duration, annotations } of rules) {
      const used = [
        ...[...expr.matchAll(/[<>]=? (\d[\d.]*)/g)].map(([, value]) => Number(value)),
        ...(duration === '0m' ? [] : [seconds(duration)]),
      ].filter((value) => value > 0);
      const windows = [...expr.matchAll(/\b(\d+[mhd])\b/g)].map(([, time]) => seconds(time!));
      const said = numbersIn(annotations.description);
      expect([alert, used.filter((value) => !said.includes(value))]).toEqual([alert, []]);
      const unknown = said.filter((value) => ![...used, ...windows].includes(value));
      expect([alert, unknown]).toEqual([alert, []]);
    }
  });

  it.each(cases.map((one) => [one.alert, one] as const))(
    '%s fires in time, alone, and ends',
    async (alert, one) => {
      expect(await firingAt(one, one.quiet)).toEqual([]);
      expect(await firingAt(one, one.fires)).toEqual([alert]);
      expect(await firingAt(one, one.over)).toEqual([]);
    },
  );

  it.each(outages.map((one) => [one.what, one] as const))('an outage %s', async (_what, outage) => {
    for (const [minute, alerts] of Object.entries(outage.at))
      expect([minute, await firingAt(outage, Number(minute))]).toEqual([minute, alerts]);
  });
});
