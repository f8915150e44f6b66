import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Message, MessageStatus } from '@textloom/shared/contract';
import { paginate } from '@textloom/shared/client';
import pg from 'pg';
import { openPostgres, type TestDatabase } from '../../service/harness/database.ts';
import { newKey, startProcess, type TestProcess } from '../../service/harness/process.ts';
import {
  openSmsc,
  tag,
  type Plan,
  type Smsc,
  type Submitted,
} from '../../service/carriers/smpp/smsc.ts';
import { until } from '../../service/harness/until.ts';

const count = 10_000;
const sender = '+12025550100';
const window = 50;
const throttled = 0x58;
const queueFull = 0x14;
const systemError = 0x08;
const invalidDestination = 0x0b;

/** Encodes the index of a message in its recipient. */
const toPhone = (at: number) => `+1212${2_000_000 + at}`;
const toIndex = ({ to }: Pick<Submitted, 'to'>) => Number(to.slice(4)) - 2_000_000;
const isLong = (at: number) => at % 40 === 7;
const countParts = (at: number) => (isLong(at) ? 2 : 1);
const toText = (at: number) => (isLong(at) ? `Message ${at}. `.repeat(15) : `Message ${at}`);

/**
 * Returns the state that the message center reports for an accepted message, which determines its
 * status.
 */
const chooseState = (at: number): 'DELIVRD' | 'UNDELIV' | 'EXPIRED' =>
  at % 29 === 3 ? 'UNDELIV' : at % 31 === 4 ? 'EXPIRED' : 'DELIVRD';
const statusOf: Record<ReturnType<typeof chooseState>, MessageStatus> = {
  DELIVRD: 'delivered',
  UNDELIV: 'undelivered',
  EXPIRED: 'expired',
};

/** Plans faults of every kind now and then, but with true statements about accepted messages. */
function planner(): (submitted: Submitted) => Plan {
  const asked = new Map<string, number>();
  return (submitted) => {
    const at = toIndex(submitted);
    const times = (asked.get(getPart(submitted)) ?? 0) + 1;
    asked.set(getPart(submitted), times);
    if (times === 1 && at % 331 === 5) return { status: throttled };
    if (times === 1 && at % 337 === 6) return { status: queueFull };
    if (times === 1 && at % 347 === 8) return { status: systemError };
    if (at % 499 === 9) return { status: invalidDestination };
    const stat = chooseState(at);
    const contradiction = stat === 'DELIVRD' ? 'UNDELIV' : 'DELIVRD';
    const receipt = { afterMs: (at * 7919) % 400, stat };
    const early = { afterMs: 0, stat };
    return {
      responseDelayMs: at % 701 === 10 ? 12_000 : at % 61 === 11 ? 400 : 0,
      drops: at % 2819 === 12 ? 'reset' : at % 1409 === 12 ? 'end' : undefined,
      receipts: [
        ...(at % 17 === 1 ? [early, receipt] : [receipt]),
        ...(at % 13 === 2 ? [{ ...receipt, afterMs: receipt.afterMs + 1 }] : []),
        ...(at % 19 === 5 ? [{ afterMs: 2_000, stat: contradiction }] : []),
      ],
    };
  };
}

/** Identifies a part among those of all messages. */
const getPart = ({ to, tlvs }: Submitted): string =>
  `${to} ${tlvs.get(tag.userMessageReference)!.readUInt16BE()}`;

let database: TestDatabase;
let smsc: Smsc;
let running: TestProcess;
const key = newKey();
const faults: string[] = [];

beforeAll(async () => {
  database = await openPostgres();
  smsc = await openSmsc({
    plan: planner(),
    idInResponse: (accepted) => accepted.toString(16).toUpperCase().padStart(8, '0'),
    idInReceipt: (accepted) => String(accepted).padStart(10, '0'),
  });
});
afterAll(async () => {
  await running.kill();
  await smsc.close();
  await database.remove();
});

const start = () =>
  startProcess(database, key, faults, {
    CARRIERS: JSON.stringify([
      {
        name: 'acme',
        host: '127.0.0.1',
        port: smsc.port,
        system_id: 'textloom',
        window,
        numbers: [sender],
      },
    ]),
  });

it('loses and duplicates none of 10 000 messages, whatever the carrier does and when the process dies', async () => {
  running = await start();
  for (let at = 0; at < count; at += 500) {
    const messages = Array.from({ length: 500 }, (_, index) => ({
      to: toPhone(at + index),
      text: toText(at + index),
    }));
    const { results } = await running.account.client.message.sendBatch({ messages });
    expect(results.every(({ message }) => message)).toBe(true);
  }
  await until('half of the messages are submitted', () => smsc.submits.length > count / 2, 400);
  await running.kill();
  running = await start();

  const accepted = () => smsc.submits.filter(({ status }) => status === 0);
  const acceptedByIndex = () => Map.groupBy(accepted(), toIndex);
  const isRefused = (at: number) => at % 499 === 9;
  const { client } = running.account;
  const open = async (status: MessageStatus) => {
    const ids: Message[] = [];
    for await (const message of paginate(client.message.list, { status, limit: 100 }))
      ids.push(message);
    return ids;
  };
  await until(
    'every message has a final status, except for those whose fate is unknown',
    async () => {
      const { data: queued } = await client.message.list({ status: 'queued', limit: 1 });
      if (queued.length > 0) return false;
      const parts = acceptedByIndex();
      // A message that the carrier did not accept completely waits for a receipt that never
      // arrives.
      return (await open('sent')).every(({ to }) => {
        const at = toIndex({ to: to.slice(1) });
        return (parts.get(at)?.length ?? 0) < countParts(at);
      });
    },
    400,
  );

  const perPart = Map.groupBy(accepted(), getPart);
  const duplicated = [...perPart.values()].filter((submits) => submits.length > 1);
  expect(duplicated.map(([first]) => first!.to)).toEqual([]);

  const messages: Message[] = [];
  for await (const message of paginate(client.message.list, { limit: 100 })) messages.push(message);
  expect(messages).toHaveLength(count);
  const parts = acceptedByIndex();
  const wrong = messages.flatMap(({ id, to, status }) => {
    const at = toIndex({ to: to.slice(1) });
    const accepted = parts.get(at)?.length ?? 0;
    const isKnown = accepted === countParts(at) || (accepted > 0 && chooseState(at) !== 'DELIVRD');
    // The response that refuses it may have been lost with its link.
    if (isRefused(at) && status === 'sent') return [];
    const right = isRefused(at) ? 'failed' : isKnown ? statusOf[chooseState(at)] : 'sent';
    return status === right ? [] : [{ id, at, status, right }];
  });
  expect(wrong).toEqual([]);
  // The unknown messages are at most those in transit each time that a link broke or the process
  // died.
  const unsure = messages.filter(({ status }) => status === 'sent');
  expect(smsc.binds.length).toBeGreaterThan(5);
  expect(unsure.length).toBeLessThan(window * smsc.binds.length);

  // The service finally reports that their fate is unknown.
  const db = new pg.Client({ connectionString: database.environment.DATABASE_URL });
  await db.connect();
  await db.query(`update message set sent_at = sent_at - interval '9 days',
    expires_at = expires_at - interval '9 days' where status = 'sent'`);
  await db.end();
  await until('no message is sent anymore', async () => (await open('sent')).length === 0, 60);
  for (const { id } of unsure)
    expect(await client.message.get({ id })).toMatchObject({
      status: 'unconfirmed',
      error: { code: 'no_receipt' },
    });
  expect(faults).toEqual([]);
}, 900_000);
