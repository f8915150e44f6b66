import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { freePort } from '../../../scripts/programs/port.ts';
import { until } from '../../service/harness/until.ts';

const root = join(import.meta.dirname, '../../..');
export const rulesFile = join(root, 'docs/operations/alerts.yml');

export interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly annotations: {
    readonly summary: string;
    readonly description: string;
    readonly runbook_url: string;
  };
}

export const readRules = async (): Promise<readonly Rule[]> =>
  (
    parse(await readFile(rulesFile, 'utf8')) as {
      readonly groups: readonly { readonly rules: readonly Rule[] }[];
    }
  ).groups.flatMap(({ rules }) => rules);

export const promtool = (...args: string[]) => promisify(execFile)('promtool', args);

/** Returns the metrics that an expression names. */
export const metricsIn = (expression: string): string[] => [
  ...new Set(expression.match(/\b(?:textloom|http|nodejs|process)_\w+/g)),
];

export interface Prometheus {
  /** Returns the names of the alerts that fire now. */
  readonly firing: () => Promise<string[]>;
  /** Returns the names of all alerts that have ever fired. */
  readonly everFired: () => Promise<string[]>;
  readonly stop: () => Promise<void>;
}

/** A minute of a rule takes this long. A process still needs its real time for a scrape. */
const minuteMs = 3_000;
const unitMs = { m: minuteMs, s: minuteMs / 60 };

const shorten = (text: string): string =>
  text.replaceAll(
    /\b(\d+)([ms])\b/g,
    (_, count: string, unit: 'm' | 's') => `${Math.round(Number(count) * unitMs[unit])}ms`,
  );

/**
 * Starts Prometheus with the rules of the documentation. Its time is short: each duration of a rule
 * takes a twentieth.
 */
export async function startPrometheus(metricsUrls: readonly string[]): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'textloom-prometheus-'));
  const rules = (await readRules()).map((rule) => ({
    ...rule,
    // The label of an age is not a duration.
    expr: rule.expr.replaceAll(/\[\d+m\]/g, shorten),
    for: shorten(rule.for),
  }));
  await writeFile(
    join(folder, 'alerts.yml'),
    JSON.stringify({ groups: [{ name: 'textloom', rules }] }),
  );
  await writeFile(
    join(folder, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '500ms' },
      rule_files: ['alerts.yml'],
      scrape_configs: [
        {
          job_name: 'textloom',
          static_configs: [{ targets: metricsUrls.map((url) => new URL(url).host) }],
        },
      ],
    }),
  );
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const ask = async (query: string): Promise<string[]> => {
    const response = await fetch(
      `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`,
    );
    const { data } = (await response.json()) as {
      data: { result: { metric: { alertname: string } }[] };
    };
    return [...new Set(data.result.map(({ metric }) => metric.alertname))].sort();
  };
  await until('Prometheus is ready', () =>
    fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    firing: () => ask('ALERTS{alertstate="firing"}'),
    everFired: () => ask('count_over_time(ALERTS{alertstate="firing"}[1h])'),
    stop: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
