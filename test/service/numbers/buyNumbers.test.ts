import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PhoneNumber } from '@textloom/shared/contract';
import { publicUrl } from '../carriers/describeCarrier.ts';
import { openProvider, type ProviderEmulator } from '../carriers/providerEmulator.ts';
import { twilioDialect } from '../carriers/providers/twilioDialect.ts';
import { openFolder } from '../harness/database.ts';
import { openHarness, passQuarantine, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';
import { openOperator, type Operator } from './operator.ts';
import { twilioWire } from './twilioWire.ts';

describe('numbers that accounts buy', () => {
  let operator: Operator;
  let emulator: ProviderEmulator;
  let harness: Harness;
  let account: Account;
  let count = 0;
  const open = (limit: number) =>
    openHarness(openFolder, {
      PUBLIC_URL: publicUrl,
      CARRIERS: JSON.stringify([
        { type: 'twilio', name: 'acme', ...emulator.settings, buy_numbers: limit },
      ]),
    });
  beforeAll(async () => {
    operator = openOperator(twilioDialect, twilioWire);
    emulator = await openProvider(operator.dialect);
    harness = await open(100);
  });
  afterAll(async () => {
    await harness.close();
    await emulator.close();
  });
  beforeEach(async () => {
    account = await emptyAccount();
    operator.setFate('sold');
  });
  afterEach(() => {
    harness.setAhead(0);
    expect(harness.faults.splice(0)).toEqual([]);
  });

  /** The accounts of tests start with a number, which is their default. */
  const emptyAccount = async () => {
    const empty = harness.account();
    const { data } = await empty.client.number.list({});
    for (const { id } of data) await empty.client.number.release({ id });
    return empty;
  };
  const newNumber = () => `+1312555${3_000 + ++count}`;
  const forSale = () => {
    const number = newNumber();
    operator.sell(number);
    return number;
  };
  const owned = () => {
    const number = newNumber();
    operator.add(number);
    return number;
  };
  const order = async (by: Account, settings: { default?: boolean } = {}) => {
    const number = forSale();
    return await by.client.number.provision({ number, ...settings });
  };
  const becomes = (id: string, status: PhoneNumber['status'], by = account) =>
    until(`the number is ${status}`, async () => {
      await harness.makeDue('number');
      const number = await by.client.number.get({ id });
      return number.status === status && number;
    });
  const isOrdered = (number: string) =>
    until('the order is there', () => operator.orders().includes(number));
  const limitReached = { status: 409, code: 'limit_reached' };

  it('are reported once when they become active or fail, immediately or later', async () => {
    const one = harness.account();
    const ready = await one.client.number.provision({ number: owned() });
    const bought = await order(one);
    await becomes(bought.id, 'active', one);
    operator.setFate('refused');
    const refused = await order(one);
    await becomes(refused.id, 'failed', one);
    const { data: events } = await one.client.event.list({
      type: ['number.activated', 'number.failed'],
    });
    const numbers = await Promise.all(
      [refused, bought, ready].map(({ id }) => one.client.number.get({ id })),
    );
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['number.failed', numbers[0]],
      ['number.activated', numbers[1]],
      ['number.activated', numbers[2]],
    ]);
  });

  it('cannot be released while their order is out', async () => {
    operator.setFate('later');
    const { id, number } = await order(account);
    await isOrdered(number);
    await expect(account.client.number.release({ id })).rejects.toMatchObject({
      status: 409,
      code: 'purchase_pending',
    });
    operator.deliver();
    await becomes(id, 'active');
    await account.client.number.release({ id });
  });

  it('count for all accounts together, even after their release', async () => {
    const small = await open(3);
    const [one, other] = [small.account(), small.account()];
    const first = await order(one);
    await becomes(first.id, 'active', one);
    await one.client.number.release({ id: first.id });
    const second = await order(one);
    await becomes(second.id, 'active', one);
    await one.client.number.release({ id: second.id, release_at_carrier: true });
    const results = await Promise.allSettled([order(one), order(other)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((result) => result.status === 'rejected')).toMatchObject({
      reason: limitReached,
    });
    // A number of the operator costs nothing.
    passQuarantine(small);
    await other.client.number.provision({ number: first.number });
    await small.close();
  });

  it('do not count if the provider refuses to sell them', async () => {
    const small = await open(1);
    const one = small.account();
    operator.setFate('refused');
    const { id } = await order(one);
    await becomes(id, 'failed', one);
    const { data } = await one.client.number.list({ status: 'failed' });
    expect(data.map((number) => number.id)).toEqual([id]);
    operator.setFate('sold');
    const second = await order(one);
    await becomes(second.id, 'active', one);
    await expect(order(one)).rejects.toMatchObject(limitReached);
    await small.close();
  });

  it('become the default once they are active', async () => {
    const before = await account.client.number.provision({ number: owned() });
    expect(before.default).toBe(true);
    operator.setFate('later');
    const made = await order(account, { default: true });
    expect(made).toMatchObject({ status: 'pending', default: false });
    const sent = await account.client.message.send({
      to: emulator.recipient('delivered'),
      text: 'Hello',
    });
    expect(sent.from).toBe(before.number);
    await isOrdered(made.number);
    operator.deliver();
    expect(await becomes(made.id, 'active')).toMatchObject({ default: true });
    expect(await account.client.number.get({ id: before.id })).toMatchObject({ default: false });
  });

  it('take the default from no other number unless the account asks for it', async () => {
    operator.setFate('later');
    const made = await order(account);
    await isOrdered(made.number);
    const first = await account.client.number.provision({ number: owned() });
    expect(first.default).toBe(true);
    operator.deliver();
    expect(await becomes(made.id, 'active')).toMatchObject({ default: false });
    const other = await emptyAccount();
    operator.setFate('sold');
    const only = await order(other);
    expect(await becomes(only.id, 'active', other)).toMatchObject({ default: true });
  });

  it('leave the default to the next number if nobody sold them', async () => {
    operator.setFate('refused');
    const { id } = await order(account);
    await becomes(id, 'failed');
    await expect(account.client.number.update({ id, default: true })).rejects.toMatchObject({
      status: 422,
      fieldErrors: [expect.objectContaining({ pointer: '/default' })],
    });
    const next = await account.client.number.provision({ number: owned() });
    expect(next.default).toBe(true);
  });

  it('are the only ones that their account can release', async () => {
    const refusal = {
      status: 422,
      fieldErrors: [expect.objectContaining({ pointer: '/release_at_carrier' })],
    };
    const imported = await account.client.number.provision({ number: owned() });
    await expect(
      account.client.number.release({ id: imported.id, release_at_carrier: true }),
    ).rejects.toMatchObject(refusal);
    const bought = await order(account);
    await becomes(bought.id, 'active');
    await account.client.number.release({ id: bought.id });
    const other = harness.account();
    passQuarantine(harness);
    const taken = await other.client.number.provision({ number: bought.number });
    await expect(
      other.client.number.release({ id: taken.id, release_at_carrier: true }),
    ).rejects.toMatchObject(refusal);
    expect(operator.has(bought.number)).toBe(true);
  });
});
