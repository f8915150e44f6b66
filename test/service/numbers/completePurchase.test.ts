import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Context } from '../../../service/core/context.ts';
import { newId } from '../../../service/lib/ids.ts';
import { completePurchase } from '../../../service/numbers/completePurchase.ts';
import { releaseAtCarrier } from '../../../service/numbers/releaseAtCarrier.ts';
import { publicUrl } from '../carriers/describeCarrier.ts';
import { openProvider, type ProviderEmulator } from '../carriers/providerEmulator.ts';
import { twilioDialect } from '../carriers/providers/twilioDialect.ts';
import { openOperator, type Operator } from './operator.ts';
import { twilioWire } from './twilioWire.ts';
import { numberRow } from '../harness/rows.ts';
import { openTestContext } from '../harness/openTestContext.ts';

const minute = 60_000;

describe('the purchase of a number', () => {
  let operator: Operator;
  let emulator: ProviderEmulator;
  let context: Context;
  let close: () => Promise<void>;
  let accountId: string;
  let now: Date;
  let number: string;
  let count = 0;
  const errors: string[] = [];
  beforeAll(async () => {
    operator = openOperator(twilioDialect, twilioWire);
    emulator = await openProvider(operator.dialect);
    const carrier = { type: 'twilio', name: 'acme', ...emulator.settings, buy_numbers: 100 };
    const opened = await openTestContext({
      accounts: 1,
      settings: { PUBLIC_URL: publicUrl, CARRIERS: JSON.stringify([carrier]) },
      clock: () => now,
      onError: (error) => errors.push(String(error)),
    });
    ({ context, close } = opened);
    accountId = opened.accountIds[0]!;
  });
  beforeEach(() => {
    now = new Date();
    errors.length = 0;
    number = `+131255501${String(++count).padStart(2, '0')}`;
    operator.sell(number);
    operator.setFate('sold');
    operator.setDown(false);
  });
  afterAll(async () => {
    await close();
    await emulator.close();
  });

  /** Adds a number whose purchase is under way. */
  const addPending = async (orderedAt: Date | null = null): Promise<string> => {
    const id = newId('num');
    await context.db
      .insertInto('number')
      .values(
        numberRow({
          ...{ id, account_id: accountId, number, status: 'pending', carrier: 'acme' },
          ...{ ordered_at: orderedAt, created_at: now },
        }),
      )
      .execute();
    return id;
  };
  const orders = () => operator.orders().filter((one) => one === number);
  const read = (id: string) =>
    context.db
      .selectFrom('number')
      .select(['status', 'purchase_error'])
      .where('id', '=', id)
      .executeTakeFirst();

  it('that a crash interrupted after the order becomes active without another one', async () => {
    const id = await addPending(now);
    operator.add(number);
    await completePurchase(context, id);
    expect(await read(id)).toEqual({ status: 'active', purchase_error: null });
    expect(orders()).toEqual([]);
  });

  it('that a crash interrupted at the order is not ordered again, and fails after a while', async () => {
    const id = await addPending(now);
    await completePurchase(context, id);
    expect(await read(id)).toMatchObject({ status: 'pending' });
    now = new Date(now.getTime() + 16 * minute);
    await completePurchase(context, id);
    expect(await read(id)).toEqual({
      status: 'failed',
      purchase_error: 'The carrier did not confirm the purchase.',
    });
    expect(orders()).toEqual([]);
  });

  it('is not ordered again while the response to an order is unknown', async () => {
    operator.setFate('vanished');
    const id = await addPending();
    for (let time = 0; time < 3; time++) await completePurchase(context, id);
    expect(orders()).toEqual([number]);
    expect(await read(id)).toMatchObject({ status: 'pending' });
  });

  it('happens once if two processes work on it', async () => {
    operator.setFate('later');
    const id = await addPending();
    await Promise.all([completePurchase(context, id), completePurchase(context, id)]);
    expect(orders()).toEqual([number]);
  });

  it('waits while the provider does not respond, and concludes nothing from that', async () => {
    operator.setDown(true);
    const id = await addPending(now);
    now = new Date(now.getTime() + 300 * minute);
    await completePurchase(context, id);
    expect(await read(id)).toMatchObject({ status: 'pending' });
    operator.setDown(false);
    operator.add(number);
    await completePurchase(context, id);
    expect(await read(id)).toMatchObject({ status: 'active' });
  });

  it('fails if the provider cannot be reached for an hour before the order', async () => {
    operator.setDown(true);
    const id = await addPending();
    await completePurchase(context, id);
    expect(await read(id)).toMatchObject({ status: 'pending' });
    now = new Date(now.getTime() + 61 * minute);
    await completePurchase(context, id);
    expect(await read(id)).toEqual({
      status: 'failed',
      purchase_error: 'The carrier could not be reached.',
    });
    expect(orders()).toEqual([]);
  });

  it('does not happen for a number that its account released before', async () => {
    const id = await addPending();
    await context.db.deleteFrom('number').where('id', '=', id).execute();
    await completePurchase(context, id);
    expect(orders()).toEqual([]);
  });

  it('is undone only while the number is on its way back', async () => {
    operator.add(number);
    await releaseAtCarrier(context, number);
    expect(operator.has(number)).toBe(true);
    const leaving = { number, carrier: 'acme', created_at: now };
    await context.db.insertInto('leaving_number').values(leaving).execute();
    operator.setDown(true);
    await releaseAtCarrier(context, number);
    expect(await context.db.selectFrom('leaving_number').selectAll().execute()).toHaveLength(1);
    operator.setDown(false);
    await releaseAtCarrier(context, number);
    expect(operator.has(number)).toBe(false);
    operator.add(number);
    await releaseAtCarrier(context, number);
    expect(operator.has(number)).toBe(true);
    // A request that found the number before its release is over by then.
    expect(await context.db.selectFrom('leaving_number').selectAll().execute()).toHaveLength(1);
    now = new Date(now.getTime() + 11 * minute);
    await releaseAtCarrier(context, number);
    expect(operator.has(number)).toBe(true);
    expect(await context.db.selectFrom('leaving_number').selectAll().execute()).toEqual([]);
  });

  describe('in a process that does not know its carrier', () => {
    const other = (): Context => ({
      ...context,
      carriers: { ...context.carriers, named: () => undefined },
    });

    it('waits for a process that knows it, and fails after an hour', async () => {
      const id = await addPending(now);
      await completePurchase(other(), id);
      expect(await read(id)).toMatchObject({ status: 'pending' });
      operator.add(number);
      await completePurchase(context, id);
      expect(await read(id)).toMatchObject({ status: 'active' });
      number = `+1312556${String(++count).padStart(4, '0')}`;
      const late = await addPending(now);
      now = new Date(now.getTime() + 61 * minute);
      await completePurchase(other(), late);
      expect(await read(late)).toEqual({
        status: 'failed',
        purchase_error: 'The carrier is no longer set up.',
      });
    });

    it('is not forgotten when its account releases it at the provider', async () => {
      operator.add(number);
      const leaving = { number, carrier: 'acme', created_at: now };
      await context.db.insertInto('leaving_number').values(leaving).execute();
      await releaseAtCarrier(other(), number);
      await releaseAtCarrier(context, number);
      expect(operator.has(number)).toBe(false);
    });
  });

  it('is undone for up to 24 hours although the provider refuses it at first', async () => {
    operator.add(number);
    const isLeaving = () =>
      context.db
        .selectFrom('leaving_number')
        .selectAll()
        .where('number', '=', number)
        .executeTakeFirst();
    const leave = () =>
      context.db
        .insertInto('leaving_number')
        .values({ number, carrier: 'acme', created_at: now })
        .execute();
    const carrier = context.carriers.named('acme')!;
    const release = () => Promise.resolve({ kind: 'refused', code: '20003' } as const);
    const refusing = { ...carrier, inventory: { ...carrier.inventory!, release } };
    const refused = { ...context, carriers: { ...context.carriers, named: () => refusing } };
    await leave();
    await releaseAtCarrier(refused, number);
    await releaseAtCarrier(context, number);
    expect(operator.has(number)).toBe(false);
    number = `+1312557${String(++count).padStart(4, '0')}`;
    await leave();
    now = new Date(now.getTime() + 25 * 60 * minute);
    await releaseAtCarrier(refused, number);
    expect(await isLeaving()).toBeUndefined();
  });

  it('puts no phone number into the log when it fails', async () => {
    operator.setFate('refused');
    await completePurchase(context, await addPending());
    expect(errors.join()).toContain('21422');
    expect(errors.join()).not.toContain(number.slice(1));
  });
});
