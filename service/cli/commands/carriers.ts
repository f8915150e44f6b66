import { parseArgs } from 'node:util';
import { createCallbacks } from '../../carriers/openCarriers.ts';
import type { CarrierConfig } from '../../carriers/readCarriers.ts';
import { readConfig, type Config } from '../../config/config.ts';
import { createCallService } from '../carrierTest/createCallService.ts';
import { setupSteps, type Step } from '../carrierTest/setupSteps.ts';
import { textSteps } from '../carrierTest/textSteps.ts';
import { CommandError, UsageError, type Command, type Io } from '../command.ts';
import { marks, ok, problem, type Finding } from '../doctor/finding.ts';
import { table } from '../table.ts';

/** The exit code if the carrier accepted the text but no receipt arrived in time. */
const noReceipt = 3;
const maxWaitSeconds = 600;

export const carriers: Command = {
  forms: {
    'carriers [--json]': 'List the carriers in CARRIERS',
    'carriers test NAME [--to +12025550123] [--from SENDER] [--wait 60] [--json]':
      'Test a carrier: its credentials, its callbacks and, with --to, a real text',
  },
  run: (args, io) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        from: { type: 'string' },
        wait: { type: 'string', default: '60' },
        json: { type: 'boolean', default: false },
      },
    });
    const [verb, name, ...rest] = positionals;
    const config = readConfig(io.environment);
    if (verb === undefined) return Promise.resolve(list(config, values.json, io));
    if (verb !== 'test' || name === undefined || rest.length > 0)
      throw new UsageError('Specify a subcommand: test NAME, or none to list the carriers.');
    const carrier = config.carriers.find((one) => one.name === name);
    if (!carrier) {
      const names = config.carriers.map((one) => one.name).join(', ');
      throw new CommandError(`CARRIERS has no carrier named ${name}. It has: ${names}.`);
    }
    const waitMs = readSeconds(values.wait) * 1000;
    return test(config, carrier, { ...values, waitMs }, io);
  },
};

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds >= 1 && seconds <= maxWaitSeconds) return seconds;
  throw new UsageError(`Set --wait to a number of seconds from 1 to ${maxWaitSeconds}.`);
}

function list({ carriers: all, publicUrl }: Config, asJson: boolean, { print }: Io): number {
  const called = createCallbacks(all, publicUrl);
  const shown = all.map(({ name, type }) => {
    const own = called.find((one) => one.name === name);
    return { name, type, inbound_webhook_url: own?.inboundWebhookUrl ?? null };
  });
  if (asJson) print(JSON.stringify({ data: shown }));
  else {
    const rows = shown.map((one) => [one.name, one.type, one.inbound_webhook_url ?? '']);
    table([['NAME', 'TYPE', 'INBOUND WEBHOOK URL'], ...rows]).forEach(print);
  }
  return 0;
}

interface TestOptions {
  readonly to?: string | undefined;
  readonly from?: string | undefined;
  readonly waitMs: number;
  readonly json: boolean;
}

/** Runs the steps in order, and stops after the first one that finds a problem. */
async function test(
  config: Config,
  carrier: CarrierConfig,
  { to, from, waitMs, json }: TestOptions,
  io: Io,
): Promise<number> {
  const steps: Step[] = [
    {
      name: 'settings',
      run: () => Promise.resolve([ok(`The settings of the carrier ${carrier.name} are valid.`)]),
    },
    ...setupSteps(config, carrier),
    ...(to === undefined
      ? []
      : [
          { name: 'key', run: () => Promise.resolve(checkKey(config)) },
          ...textSteps(createCallService(config), carrier, { to, from, waitMs }),
        ]),
  ];
  const results: (Finding & { readonly step: string; readonly milliseconds: number })[] = [];
  for (const { name: step, run } of steps) {
    const startedAt = performance.now();
    const found = await run().catch(toFinding);
    const milliseconds = Math.round(performance.now() - startedAt);
    results.push(...found.map((one) => ({ ...one, step, milliseconds })));
    if (!json)
      for (const { kind, text } of found)
        io.print(`${marks[kind]} ${text} (${(milliseconds / 1000).toFixed(1)} s)`);
    if (found.some(({ kind }) => kind === 'problem')) break;
  }
  if (json) io.print(JSON.stringify({ carrier: carrier.name, steps: results.map(toJson) }));
  else if (to === undefined) io.print('To send a test text, add --to with your phone number.');
  const last = results.at(-1);
  if (results.some(({ kind }) => kind === 'problem')) return 1;
  return last?.step === 'receipt' && last.kind === 'warning' ? noReceipt : 0;
}

const toJson = ({
  step,
  kind,
  text,
  milliseconds,
}: Finding & { step: string; milliseconds: number }) => ({
  step,
  result: kind,
  message: text,
  milliseconds,
});

const checkKey = ({ apiKey }: Config): Finding[] =>
  apiKey === ''
    ? [
        problem(
          'Set API_KEY to an admin key of the first account, because the text goes through the service.',
        ),
      ]
    : [];

function toFinding(error: unknown): Finding[] {
  if (error instanceof CommandError) return [problem(error.message)];
  throw error;
}
