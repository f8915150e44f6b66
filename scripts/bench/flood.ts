import { setTimeout as sleep } from 'node:timers/promises';
import { basePath, contract } from '@textloom/shared/contract';

/** The parameters of the attacking process. */
export interface Flood {
  readonly url: string;
  readonly apiKey: string;
  readonly attack: Attack;
}

/** Each attack sends requests until the process ends. */
const attacks = {
  '20 previews per second with 80,000 unknown fields': async (send: Send) => {
    const unknown = Array.from({ length: 80_000 }, (_, at) => `"f${at}":1`).join();
    const body = `{"to":"+12025550123","text":"Hi",${unknown}}`;
    for (;;) {
      void send(contract.message.preview.path, body);
      await sleep(50);
    }
  },
  '5 imports per second of 990,000 columns': async (send: Send) => {
    const body = JSON.stringify({ csv: `phone${','.repeat(990_000)}\n` });
    for (;;) {
      void send(contract.contact.import.path, body);
      await sleep(200);
    }
  },
  '12 concurrent imports of 10,000 rows': async (send: Send) => {
    const bodies = Array.from({ length: 12 }, (_, file) => {
      const rows = Array.from(
        { length: 10_000 },
        (_, row) => `+1${412 + file}${2_000_000 + row},Ada`,
      );
      return JSON.stringify({ csv: `phone,first_name\n${rows.join('\n')}\n` });
    });
    for (;;) await Promise.all(bodies.map((body) => send(contract.contact.import.path, body)));
  },
} as const;
export type Attack = keyof typeof attacks;
export const attackNames = Object.keys(attacks) as Attack[];

type Send = (path: string, body: string) => Promise<void>;

process.once('message', ({ url, apiKey, attack }: Flood) => {
  const responses: Record<string, number> = {};
  process.on('message', () => process.send!(responses));
  const send: Send = async (path, body) => {
    const response = await fetch(url + basePath + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body,
    });
    await response.arrayBuffer();
    responses[response.status] = (responses[response.status] ?? 0) + 1;
    // Wait as a well-behaved client does.
    if (response.status === 429) await sleep(100);
  };
  attacks[attack](send).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
});
