import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../programs/port.ts';
import { startServiceProcess, type ServiceProcess } from '../../serviceProcess.ts';
import { newApiKey, openPostgres } from '../database.ts';
import type { LoadResult } from './drive.ts';
import type { EmulatedType } from './emulateCarrier.ts';
import { median } from '../median.ts';
import { processorTime } from '../processorTime.ts';
import { runDriver } from './runDriver.ts';
import { print, printChecks } from '../print.ts';
import { table } from '../table.ts';

const types = ['handset', 'smpp', 'http'] as const;
type Type = (typeof types)[number];

const rounds = 3;
const connections = 64;
/** How many messages may wait for the response of a carrier at the same time. */
const window = 100;
/** An emulator that uses more of a processor than this, compared to the service, could slow it. */
const maxEmulatorShare = 0.25;

interface Measured extends LoadResult {
  /** The processor time of the service for each message, in milliseconds. */
  readonly processor: number;
  /** The processor time of the emulator for each message, in milliseconds. */
  readonly emulator: number;
}

interface Running {
  readonly type: Type;
  readonly measure: (messages: number) => Promise<Measured>;
  readonly stop: () => Promise<void>;
}

/**
 * Measures messages from the request to the signed webhook through several types of carriers, each
 * with its own service and PostgreSQL database, and prints the results. The types take turns, so
 * that other programs on the machine slow down all of them.
 */
export async function compareCarriers(names: string[], messages: number): Promise<boolean> {
  const unknown = names.find((name) => !(types as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no carrier "${unknown}". Available carriers: ${types.join(', ')}.`);
  const running: Running[] = [];
  const measured = new Map<Type, Measured[]>();
  try {
    for (const type of types.filter((one) => names.includes(one))) running.push(await start(type));
    // The first messages of a process take longer.
    for (const { measure } of running) await measure(1_000);
    for (let round = 1; round <= rounds; round++) {
      for (const { type, measure } of round % 2 === 1 ? running : running.toReversed()) {
        print(`Round ${round} of ${rounds}: sending ${messages} messages through ${type} …`);
        measured.set(type, [...(measured.get(type) ?? []), await measure(messages)]);
      }
    }
  } finally {
    for (const { stop } of running) await stop();
  }
  const [[first]] = [[...measured.keys()]];
  print('');
  print(table([...measured].map(([type, own]) => toRow(type, own, first!, measured.get(first!)!))));
  print('');
  return check(measured);
}

async function start(type: Type): Promise<Running> {
  const database = await openPostgres();
  const emulator = type === 'handset' ? undefined : await openEmulator(type);
  const apiKey = newApiKey();
  const port = await freePort();
  const carrier = {
    type,
    ...(emulator && { name: 'bench', numbers: ['+12025550100'], ...emulator.settings }),
    ...(type === 'smpp' && { window }),
    ...(type === 'http' && { concurrency: window }),
  };
  const service = await startServiceProcess({
    settings: {
      ...database.settings,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      CARRIERS: JSON.stringify([carrier]),
      API_KEY: apiKey,
      RATE_LIMIT: '1000000',
      RATE_LIMIT_BURST: '1000000',
    },
  });
  return {
    type,
    measure: async (messages) => measure(service, emulator?.process.pid, messages),
    stop: async () => {
      await service.stop();
      process.stderr.write(service.output().replace(/^(Textloom|Console|Stopping).*\n/gm, ''));
      emulator?.process.disconnect();
      await database.remove();
    },
  };
}

async function openEmulator(type: EmulatedType) {
  const child: ChildProcess = fork(join(import.meta.dirname, 'emulateCarrier.ts'), {
    execPath: process.execPath,
  });
  child.send(type);
  const [settings] = (await once(child, 'message')) as [Readonly<Record<string, unknown>>];
  return { process: child, settings };
}

async function measure(
  { url, apiKey, pid }: ServiceProcess,
  emulator: number | undefined,
  messages: number,
): Promise<Measured> {
  const used = async () => [
    await processorTime(pid),
    emulator === undefined ? 0 : await processorTime(emulator),
  ];
  const [ownBefore, otherBefore] = await used();
  const results = await runDriver({ urls: [url], apiKey, connections, messages });
  const [own, other] = await used();
  return {
    ...results,
    processor: (own! - ownBefore!) / messages,
    emulator: (other! - otherBefore!) / messages,
  };
}

const medianBy = (measured: readonly Measured[], read: (one: Measured) => number) =>
  median(measured.map(read));

function toRow(
  type: Type,
  own: readonly Measured[],
  first: Type,
  base: readonly Measured[],
): Record<string, string> {
  const times = (read: (one: Measured) => number) =>
    median(own.map((one, round) => read(one) / read(base[round]!))).toFixed(2);
  const sum = (read: (one: Measured) => number) =>
    String(own.reduce((total, one) => total + read(one), 0));
  return {
    carrier: type,
    'end to end/s': medianBy(own, (one) => one.endToEndPerSecond).toFixed(0),
    [`vs. ${first}`]: times((one) => one.endToEndPerSecond),
    'processor ms': medianBy(own, (one) => one.processor).toFixed(2),
    [`processor vs. ${first}`]: times((one) => one.processor),
    'emulator ms': medianBy(own, (one) => one.emulator).toFixed(2),
    lost: sum((one) => one.lost),
    duplicated: sum((one) => one.duplicated),
  };
}

function check(measured: ReadonlyMap<Type, readonly Measured[]>): boolean {
  const checks = [...measured].flatMap(([type, own]) => [
    {
      passes: own.every(
        ({ lost, duplicated, refused, unsigned }) => lost + duplicated + refused + unsigned === 0,
      ),
      target: `${type}: nothing lost, duplicated, refused, or unsigned`,
    },
    {
      passes: medianBy(own, (one) => one.emulator / one.processor) < maxEmulatorShare,
      target: `${type}: the emulator needs less than ${maxEmulatorShare * 100} % of the processor time of the service`,
    },
  ]);
  return printChecks(checks);
}
