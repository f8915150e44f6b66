import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Broadcast, Message } from '@textloom/shared/contract';
import { paginate } from '@textloom/shared/client';
import { readConfig } from '../../../service/config/config.ts';
import { connectStore } from '../../../service/store/database.ts';
import type { OpenDatabase, TestDatabase } from '../../service/harness/database.ts';
import { newKey, startProcess, type TestProcess } from '../../service/harness/process.ts';
import { until } from '../../service/harness/until.ts';

interface Scale {
  readonly recipients: number;
  /** How often a process is killed while the broadcast runs. */
  readonly kills: number;
  /** The processes that share the database. */
  readonly processes: number;
}

/** Rows of one import. */
const rowsPerImport = 10_000;
const minute = 60_000;

/** Proves that a broadcast sends each recipient one text, whatever dies meanwhile. */
export function describeBroadcastCrashes(
  name: string,
  open: OpenDatabase,
  { recipients, kills, processes }: Scale,
): void {
  describe(`a broadcast on ${name}`, () => {
    let database: TestDatabase;
    let running: TestProcess[] = [];
    const key = newKey();
    const faults: string[] = [];
    const start = () =>
      startProcess(database, key, faults, {
        CARRIERS: JSON.stringify([{ type: 'handset', all_numbers: true }]),
      });
    beforeAll(async () => {
      database = await open();
      for (let count = 0; count < processes; count++) running.push(await start());
    });
    afterAll(async () => {
      await Promise.all(running.map(({ kill }) => kill()));
      await database.remove();
    });

    /** The last digits of a number choose what a simulated handset does. These all receive. */
    const phoneAt = (at: number) =>
      `+1${201 + Math.floor(at / 50_000)}${String(2_000_000 + Math.floor(at / 50) * 100 + (at % 50))}`;
    const importAll = async (list_id: string) => {
      for (let from = 0; from < recipients; from += rowsPerImport) {
        const count = Math.min(rowsPerImport, recipients - from);
        const rows = Array.from(
          { length: count },
          (_, at) => `${phoneAt(from + at)},Name${from + at}`,
        );
        const csv = ['phone,first_name', ...rows].join('\n');
        const report = await running[0]!.account.client.contact.import({ csv, list_id });
        expect(report.refused).toEqual([]);
      }
    };

    it(
      `reaches each of ${recipients} recipients once, although processes die ${kills} times`,
      async () => {
        const client = () => running.at(-1)!.account.client;
        const list = await client().list.create({ name: 'Everyone' });
        await importAll(list.id);
        const startedAt = performance.now();
        const { id } = await client().broadcast.create({
          name: 'Sale',
          audience: { list_ids: [list.id] },
          text: 'Hi {{first_name}}',
          purpose: 'notification',
        });
        const get = () => client().broadcast.get({ id });
        const finished = ({ counts }: Broadcast) => counts.recipients - counts.pending;
        for (let kill = 1; kill <= kills; kill++) {
          const target = (recipients * kill) / (kills + 1);
          await until('it is on its way', async () => finished(await get()) >= target, 1_200);
          // Somewhere within the next transactions.
          await sleep(Math.random() * 300);
          await running.shift()!.kill();
          running.push(await start());
        }
        const done = await until(
          'it is complete',
          async () => {
            const broadcast = await get();
            return broadcast.status === 'completed' && broadcast;
          },
          1_800,
        );
        const seconds = Math.round((performance.now() - startedAt) / 1_000);

        const messages: Message[] = [];
        const all = { broadcast_id: id, limit: 100 };
        for await (const message of paginate(client().message.list, all)) messages.push(message);
        expect(messages).toHaveLength(recipients);
        expect(new Set(messages.map(({ to }) => to)).size).toBe(recipients);
        expect(done.counts).toMatchObject({
          recipients,
          pending: 0,
          skipped: 0,
          delivered: messages.filter(({ status }) => status === 'delivered').length,
          segments: messages.reduce((sum, { segments }) => sum + segments, 0),
        });
        expect(done.counts.delivered).toBe(recipients);

        const texts = await readTexts();
        expect(texts).toHaveLength(recipients);
        const expected = Array.from(
          { length: recipients },
          (_, at) => `${phoneAt(at)} Hi Name${at}`,
        );
        expect(new Set(texts)).toEqual(new Set(expected));
        expect(faults).toEqual([]);
        process.stdout.write(
          `${name}: ${recipients} recipients, ${kills} kills, ${seconds} s: each got one text\n`,
        );
      },
      60 * minute,
    );

    /** Reads what the simulated handsets received. */
    const readTexts = async (): Promise<string[]> => {
      await Promise.all(running.map(({ stop }) => stop()));
      running = [];
      const store = await connectStore(readConfig(database.environment));
      const rows = await store.db
        .selectFrom('handset_text')
        .select(['handset', 'text'])
        .where('direction', '=', 'to_handset')
        .execute();
      await store.close();
      return rows.map(({ handset, text }) => `${handset} ${text}`);
    };
  });
}
