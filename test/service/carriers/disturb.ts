import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './describeCarrier.ts';
import { forge, unsign } from './forge.ts';
import type { ProviderDialect, ProviderEmulator, TakenMessage } from './providerEmulator.ts';

interface Options {
  readonly dialect: ProviderDialect;
  readonly emulator: ProviderEmulator;
  readonly target: () => Target;
  /** The number that the texts are for. */
  readonly number: string;
  /** The state that the provider never reports for a message. */
  readonly contraryOf: (message: TakenMessage) => 'delivered' | 'undelivered';
  readonly isOver: () => boolean;
}

export interface Disturbance {
  readonly forged: number;
  /** How many forged callbacks the service did not refuse. */
  readonly unrefused: number;
  /** Genuine callbacks that arrived again, half of them at the address of another message. */
  readonly replayed: number;
  /** Texts from recipients. Each arrived twice. */
  readonly texts: number;
}

/**
 * Disturbs a service while a provider calls it: forges callbacks that contradict the fate of the
 * newest message, replays the last callback, and brings a text twice.
 */
export async function disturb(options: Options): Promise<Disturbance> {
  const { emulator, isOver } = options;
  const total = { forged: 0, unrefused: 0, replayed: 0, texts: 0 };
  let last: TakenMessage | undefined;
  while (!isOver()) {
    const newest = emulator.taken().at(-1);
    if (newest && newest !== last) await disturbOne(options, newest, total);
    last = newest;
    await sleep(20);
  }
  return total;
}

async function disturbOne(
  { dialect, emulator, target, number, contraryOf }: Options,
  message: TakenMessage,
  total: { -readonly [K in keyof Disturbance]: number },
): Promise<void> {
  /** Returns 0 while the service is down. */
  const post = (...callback: Parameters<ProviderEmulator['post']>) =>
    emulator.post(...callback).catch(() => 0);
  const text = (content: string) => {
    const id = dialect.newId(600_000 + total.texts);
    return dialect.text({ id, from: message.to, to: number, text: content }, target());
  };
  const receipt = dialect.receipt(message, contraryOf(message), target());

  for (const forged of [
    ...forge(dialect, receipt, dialect.receipt(message, 'sent', target())),
    unsign(dialect, text('STOP')),
  ]) {
    const status = await post(forged);
    if (status === 0) continue;
    total.forged++;
    if (status !== 401) total.unrefused++;
  }

  const earlier = emulator.callbacks.findLast(({ status }) => status === 200);
  for (const url of earlier ? [earlier.url, receipt.url] : [])
    if ((await post({ ...earlier!, url })) !== 0) total.replayed++;

  const genuine = text(`Text ${total.texts}`);
  for (let stored = 0; stored < 2;) {
    if ((await post(genuine)) === 200) stored++;
    else await sleep(200);
  }
  total.texts++;
}
