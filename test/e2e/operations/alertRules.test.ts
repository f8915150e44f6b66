import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
const failedRequests = {
  [`http_request_duration_seconds_count{${own},operation="message.send",status="503"}`]:
    '0x10 0+10x20 200x20',
  [`http_request_duration_seconds_count{${own},operation="message.send",status="202"}`]: '0+90x60',
};
const failedMessages = {
  [`textloom_messages_total{${own},status="undelivered"}`]: '0x10 0+30x40 1200x40',
  [`textloom_messages_total{${own},status="delivered"}`]: '0+70x100',
};

// prettier-ignore
const cases: readonly Case[] = [
  { alert: 'TextloomDown', series: { [`up{${own}}`]: '1x10 0x10 1x10' }, quiet: 12, fires: 13, over: 22 },
  { alert: 'TextloomRestarting', series: { [`process_start_time_seconds{${own}}`]: '1x5 2 2 3 3 4 4x40' }, quiet: 9, fires: 11, over: 40 },
  { alert: 'TextloomDatabaseDown', series: { [`textloom_database_up{${own}}`]: '1x10 0x10 1x10' }, quiet: 11, fires: 12, over: 22 },
  { alert: 'TextloomStuck', series: { [`textloom_stuck_parts{${own}}`]: '0x10 2x10 0x10' }, quiet: 11, fires: 12, over: 22 },
  { alert: 'TextloomErrors', series: failedRequests, quiet: 12, fires: 20, over: 45 },
  { alert: 'TextloomCarrierDown', series: { [`textloom_carrier_up{${own},carrier="smpp"}`]: '1x10 0x10 1x10' }, quiet: 15, fires: 16, over: 22 },
  { alert: 'TextloomMessagesWaiting', series: { [`textloom_oldest_waiting_message_seconds{${own}}`]: '0x10 290 301x10 0x10' }, quiet: 16, fires: 17, over: 23 },
  { alert: 'TextloomMessagesFailing', series: failedMessages, quiet: 20, fires: 45, over: 80 },
  { alert: 'TextloomIncomingDropped', series: { [`textloom_incoming_total{${own},kind="text",outcome="dropped"}`]: '0x10 1x40' }, quiet: 10, fires: 12, over: 30 },
  { alert: 'TextloomDeliveriesWaiting', series: { [`textloom_oldest_waiting_delivery_seconds{${own}}`]: '0x10 119 121x10 0x10' }, quiet: 16, fires: 17, over: 23 },
  { alert: 'TextloomWebhooksFailing', series: { [`textloom_webhook_failing_seconds{${own}}`]: '0x5 60+60x20 0x10' }, quiet: 20, fires: 23, over: 29 },
  { alert: 'TextloomDiskFilling', series: { [`textloom_data_dir_free_bytes{${own}}`]: '20x10 9x10 50x10', [`textloom_data_dir_size_bytes{${own}}`]: '100x40' }, quiet: 15, fires: 16, over: 22 },
  { alert: 'TextloomConnectionsExhausted', series: { [`textloom_database_connections{${own},pool="requests",state="waiting"}`]: '0x10 3x10 0x10', [`textloom_database_connections{${own},pool="requests",state="in_use"}`]: '10x40' }, quiet: 15, fires: 16, over: 22 },
  { alert: 'TextloomOverloaded', series: { [`nodejs_eventloop_lag_p99_seconds{${own}}`]: '0x10 0.6x20 0.1x10' }, quiet: 20, fires: 21, over: 33 },
];

describe('the alert rules', () => {
  let rules: readonly Rule[];
  let folder: string;
  beforeAll(async () => {
    rules = await readRules();
    folder = await mkdtemp(join(tmpdir(), 'textloom-rules-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Returns the alerts that fire at a minute, by promtool. */
  const firingAt = async ({ series }: Case, minute: number): Promise<string[]> => {
    const file = join(folder, 'test.yml');
    // Every rule must be quiet here, so promtool names each one that fires.
    const test = {
      rule_files: [rulesFile],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
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
    return [...output.matchAll(/alertname: ?(\w+)/g)].map(([, name]) => name!);
  };

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

  it('are all listed in the documentation', async () => {
    const text = await readFile(join(root, 'docs/monitoring.md'), 'utf8');
    const listed = [...text.matchAll(/\[`(Textloom\w+)`\]/g)].map(([, name]) => name);
    expect(listed.sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });

  it.each(cases.map((one) => [one.alert, one] as const))(
    '%s fires in time, alone, and ends',
    async (alert, one) => {
      expect(await firingAt(one, one.quiet)).toEqual([]);
      expect(await firingAt(one, one.fires)).toEqual([alert]);
      expect(await firingAt(one, one.over)).toEqual([]);
    },
  );
});
