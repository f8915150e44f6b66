import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createJoiner } from '../../../service/carriers/smpp/joinParts.ts';
import type { Context } from '../../../service/core/context.ts';
import { openInbox } from '../../../service/dispatch/openInbox.ts';
import { recordCallbacks } from '../../../service/dispatch/recordCallbacks.ts';
import { newId } from '../../../service/lib/ids.ts';
import { sweep } from '../../../service/runtime/sweep.ts';
import type { Store } from '../../../service/store/database.ts';
import { accountRow, numberRow } from '../harness/rows.ts';
import { openTestContext } from '../harness/openTestContext.ts';

const minute = 60_000;
const from = '+13125550101';

/** A text can wait for its other parts, or in the queue, while its number changes hands. */
describe('a text', () => {
  let context: Context;
  let store: Store;
  let close: () => Promise<void>;
  let now = new Date('2026-03-01T12:00:00Z');
  const pass = (minutes: number) => {
    now = new Date(now.getTime() + minutes * minute);
  };
  const inbox = () =>
    openInbox(
      context,
      { name: 'acme', alternateIds: () => [] },
      {
        onSubmitResponses: () => undefined,
        onCapacity: () => undefined,
        // It reports texts that no account gets.
        onError: () => undefined,
      },
    );

  beforeAll(async () => {
    ({ context, store, close } = await openTestContext({ clock: () => now }));
    await context.db
      .insertInto('account')
      .values(['acc_one', 'acc_two'].map((id) => accountRow({ id, created_at: now })))
      .execute();
  });
  afterAll(() => close());

  const give = async (number: string, owner: string, at = now) => {
    await context.db.deleteFrom('number').where('number', '=', number).execute();
    const row = numberRow({ account_id: owner, number, created_at: at });
    await context.db.insertInto('number').values(row).execute();
  };
  const owners = async (number: string) => {
    const messages = context.db.selectFrom('message').select('account_id');
    const rows = await messages.where('recipient', '=', number).execute();
    return rows.map(({ account_id }) => account_id);
  };
  let numbers = 0;
  const newNumber = () => `+1206555${3000 + ++numbers}`;

  /** Each returns what delivers the text later. */
  const ways = {
    async 'in a part over SMPP whose other part never comes'(to: string) {
      const joiner = createJoiner(store.db, 'acme', 'gsm7');
      const long = { reference: numbers, parts: 2, part: 1 };
      const octets = Buffer.from('Hello');
      await joiner.store([{ from, to, octets, dataCoding: 0, id: undefined, long }], now);
      return async () => {
        pass(61);
        const joined = await joiner.abandoned(now);
        await inbox().texts(joined.map(({ text }) => text));
        await joiner.markJoined(joined, now);
      };
    },
    async 'in a callback that waits in the queue'(to: string) {
      const event = { kind: 'text', ref: newId('txt'), from, to, text: 'Hello' } as const;
      const data = { carrier: 'acme', receivedAt: now.getTime(), events: [event] };
      return async () => {
        await recordCallbacks(context.db, [{ id: '1', data, createdOn: now }], inbox);
      };
    },
  };

  it.each(Object.entries(ways))('%s reaches the account that has the number', async (_, arrive) => {
    const number = newNumber();
    await give(number, 'acc_one');
    pass(1);
    const deliver = await arrive(number);
    await deliver();
    expect(await owners(number)).toEqual(['acc_one']);
  });

  it.each(Object.entries(ways))('%s never reaches a later account', async (_, arrive) => {
    const number = newNumber();
    await give(number, 'acc_one');
    pass(1);
    const deliver = await arrive(number);
    pass(2);
    await give(number, 'acc_two');
    await deliver();
    expect(await owners(number)).toEqual([]);
  });

  it('reaches its account if the clock of the process that provided the number is ahead', async () => {
    const number = newNumber();
    const deliver = await ways['in a callback that waits in the queue'](number);
    await give(number, 'acc_one', new Date(now.getTime() + 0.9 * minute));
    pass(1);
    await deliver();
    expect(await owners(number)).toEqual(['acc_one']);
  });

  it('reaches its account if the clock was set back after it got the number', async () => {
    const number = newNumber();
    await give(number, 'acc_one', new Date(now.getTime() + 60 * minute));
    const deliver = await ways['in a callback that waits in the queue'](number);
    await deliver();
    expect(await owners(number)).toEqual(['acc_one']);
  });

  it('is safe from other accounts for a day, which the service then forgets', async () => {
    const release = { account_id: 'acc_one', created_at: now };
    const numbers = () => context.db.selectFrom('released_number').select('number').execute();
    await context.db
      .insertInto('released_number')
      .values({ number: newNumber(), ...release })
      .execute();
    for (const left of [1, 1, 0]) {
      await sweep(context);
      expect(await numbers()).toHaveLength(left);
      pass(13 * 60);
    }
  });
});
