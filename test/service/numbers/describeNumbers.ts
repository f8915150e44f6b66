import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { limits, type AvailableNumber, type PhoneNumber } from '@textloom/shared/contract';
import { publicUrl } from '../carriers/describeCarrier.ts';
import {
  openProvider,
  type ProviderDialect,
  type ProviderEmulator,
} from '../carriers/providerEmulator.ts';
import { openFolder } from '../harness/database.ts';
import { openHarness, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';
import { openOperator, type NumberWire, type Operator } from './operator.ts';

interface Options {
  /** The receiver of texts to a connected number. */
  readonly ownReceiver: RegExp;
  /** The code of a refusal to sell. */
  readonly refusal: string;
}

let numbers = 0;
const newNumber = (): string => `+1312555${String(2_000 + ++numbers)}`;

/** Proves that accounts can import, buy and release the numbers of a provider. */
export function describeNumbers(
  type: string,
  dialect: ProviderDialect,
  wire: NumberWire,
  { ownReceiver, refusal }: Options,
): void {
  describe(`numbers of a carrier of the type ${type}`, () => {
    let operator: Operator;
    let emulator: ProviderEmulator;
    let harness: Harness;
    let account: Account;
    const imported = Array.from({ length: 120 }, newNumber);
    const carriers = (settings: object) => ({
      PUBLIC_URL: publicUrl,
      CARRIERS: JSON.stringify([{ type, name: 'acme', ...emulator.settings, ...settings }]),
    });
    beforeAll(async () => {
      operator = openOperator(dialect, wire);
      emulator = await openProvider(operator.dialect);
      for (const number of imported) operator.add(number);
      harness = await openHarness(openFolder, carriers({ buy_numbers: 1000 }));
    });
    afterAll(async () => {
      await harness.close();
      await emulator.close();
    });
    beforeEach(() => {
      account = harness.account();
      operator.setFate('sold');
      operator.setDown(false);
    });
    afterEach(() => expect(harness.faults.splice(0)).toEqual([]));

    const available = async (input: object = {}): Promise<AvailableNumber[]> =>
      (await account.client.number.available({ limit: 100, ...input })).data;
    const forSale = (): string => {
      const number = newNumber();
      operator.sell(number);
      return number;
    };
    const becomes = (id: string, status: PhoneNumber['status'], by = account) =>
      until(`the number is ${status}`, async () => {
        await harness.makeDue('number');
        const number = await by.client.number.get({ id });
        return number.status === status && number;
      });
    const getReceiver = (number: string) =>
      operator.owned().find((one) => one.number === number)?.receiver;
    const listOrders = (number: string) => operator.orders().filter((one) => one === number);
    const bought = async (by = account) => {
      const number = forSale();
      const { id } = await by.client.number.provision({ number });
      await becomes(id, 'active', by);
      return { id, number };
    };

    it('offers the numbers that the operator has before those for sale', async () => {
      const number = forSale();
      const found = await available({ contains: number.slice(-4) });
      expect(found).toEqual([
        { number, country: 'US', type: 'local', capabilities: ['sms'], requires_purchase: true },
      ]);
      const [first] = await available({ area_code: '312', limit: 1 });
      expect(first).toMatchObject({ number: imported[0], requires_purchase: false });
      const last = imported.at(-1)!;
      expect(await available({ contains: last.slice(2) })).toMatchObject([
        { number: last, requires_purchase: false },
      ]);
      expect(await available({ area_code: '415' })).toEqual([]);
    });

    it('searches the numbers for sale by area code, digits and type', async () => {
      const tollFree = '+18005550142';
      operator.sell('+14155552671', tollFree);
      const search = async (input: object) =>
        (await available(input)).map(({ number, type: found }) => `${number} ${found}`);
      expect(await search({ area_code: '415', contains: '2671' })).toEqual(['+14155552671 local']);
      expect(await search({ area_code: '415', contains: '2672' })).toEqual([]);
      expect(await search({ type: 'toll_free' })).toEqual([`${tollFree} toll_free`]);
      expect(await search({ type: 'local', area_code: '415' })).toEqual(['+14155552671 local']);
      expect(await search({ type: 'mobile' })).toEqual([]);
    });

    it('provisions a number of the operator without an order, and connects it', async () => {
      const [, number] = imported as [string, string];
      const made = await account.client.number.provision({ number });
      expect(made).toMatchObject({ status: 'active', purchase_error: null });
      await until('the number is connected', () => ownReceiver.test(getReceiver(number)!));
      expect(operator.orders()).not.toContain(number);
      expect((await available({ contains: number.slice(2) })).length).toBe(0);
    });

    it('leaves a number with another receiver as it is', async () => {
      const number = newNumber();
      operator.add(number, 'https://other.example.com/texts');
      await account.client.number.provision({ number });
      const later = imported[2]!;
      await account.client.number.provision({ number: later });
      await until('a later number is connected', () => ownReceiver.test(getReceiver(later)!));
      expect(getReceiver(number)).toBe('https://other.example.com/texts');
    });

    it('buys a number once, connects it, and sends from it', async () => {
      const number = forSale();
      const made = await account.client.number.provision({ number });
      expect(made).toMatchObject({ status: 'pending', purchase_error: null });
      await becomes(made.id, 'active');
      await until('the number is connected', () => ownReceiver.test(getReceiver(number) ?? ''));
      expect(listOrders(number)).toEqual([number]);
      const to = emulator.recipient('silent');
      await account.client.message.send({ from: number, to, text: 'Hello' });
      await until('the message arrives', async () => (await emulator.takenBy(to)).length > 0);
    });

    it('orders once for a request that is repeated, and gives it the same response', async () => {
      const number = forSale();
      const post = () =>
        account.json('POST', '/numbers', { number }, { 'idempotency-key': `key ${number}` });
      const first = await post();
      await becomes((first.body as PhoneNumber).id, 'active');
      const second = await post();
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body).toEqual(first.body);
      expect(listOrders(number)).toEqual([number]);
    });

    it('does not order again after a lost response, but looks whether the number is there', async () => {
      operator.setFate('lost');
      const number = forSale();
      const { id } = await account.client.number.provision({ number });
      await becomes(id, 'active');
      expect(listOrders(number)).toEqual([number]);
    });

    it('waits for a number that the provider delivers later, and sends nothing from it until then', async () => {
      operator.setFate('later');
      const number = forSale();
      const { id } = await account.client.number.provision({ number });
      await until('the order is there', () => listOrders(number).length > 0);
      const to = emulator.recipient('delivered');
      await expect(
        account.client.message.send({ from: number, to, text: 'Hello' }),
      ).rejects.toMatchObject({ code: 'sender_not_owned' });
      expect((await account.client.number.get({ id })).status).toBe('pending');
      operator.deliver();
      await becomes(id, 'active');
      expect(listOrders(number)).toEqual([number]);
    });

    it('fails a number that the provider refuses to sell, and frees it for the next request', async () => {
      operator.setFate('refused');
      const number = forSale();
      const other = harness.account();
      const { id } = await account.client.number.provision({ number, default: true });
      expect(await becomes(id, 'failed')).toMatchObject({
        default: false,
        purchase_error: `The carrier refused to sell the number (${refusal}).`,
      });
      operator.setFate('sold');
      const again = await other.client.number.provision({ number });
      await becomes(again.id, 'active', other);
      await expect(account.client.number.get({ id })).rejects.toMatchObject({ status: 404 });
      expect(listOrders(number)).toHaveLength(2);
    });

    it('tries again while the provider asks for a pause', async () => {
      operator.setFate('throttled');
      const number = forSale();
      const { id } = await account.client.number.provision({ number });
      await until('the order is there', () => listOrders(number).length > 0);
      expect((await account.client.number.get({ id })).status).toBe('pending');
      await until('the number is released', () =>
        account.client.number.release({ id }).then(
          () => true,
          () => false,
        ),
      );
    });

    it('goes to one of two accounts that ask at the same moment', async () => {
      const number = forSale();
      const other = harness.account();
      const results = await Promise.allSettled(
        [account, other].map((one) => one.client.number.provision({ number })),
      );
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const lost = results.find((one) => one.status === 'rejected')!;
      expect(lost.reason).toMatchObject({ status: 409, code: 'number_in_use' });
      await until('the number is bought', () => operator.has(number));
      expect(listOrders(number)).toEqual([number]);
    });

    it('lets an account have ten unfinished purchases', async () => {
      operator.setFate('refused');
      for (let count = 0; count < 10; count++)
        await account.client.number.provision({ number: forSale() });
      await expect(account.client.number.provision({ number: forSale() })).rejects.toMatchObject({
        status: 409,
        code: 'limit_reached',
      });
      expect(await account.client.number.provision({ number: imported[3]! })).toMatchObject({
        status: 'active',
      });
    });

    it('stays at the provider when an account releases it, and leaves it only when asked', async () => {
      const { id, number } = await bought();
      await account.client.number.release({ id });
      expect(operator.has(number)).toBe(true);
      const again = await account.client.number.provision({ number });
      expect(again.status).toBe('active');
      await account.client.number.release({ id: again.id, release_at_carrier: true });
      await until('the number is gone', () => !operator.has(number));
      await expect(
        account.client.number.release({ id: again.id, release_at_carrier: true }),
      ).rejects.toMatchObject({ status: 404 });
    });

    it('can be searched only a few times simultaneously by one account', async () => {
      const contains = forSale().slice(2);
      const release = operator.hold();
      const searches = Array.from({ length: 20 }, () => available({ contains }));
      let isRefused = false;
      for (const search of searches) search.catch(() => (isRefused = true));
      await until('a search is refused', () => isRefused);
      release();
      const all = await Promise.allSettled(searches);
      const refused = all.flatMap((one) =>
        one.status === 'rejected' ? [one.reason as unknown] : [],
      );
      expect(refused.length).toBeGreaterThan(0);
      for (const reason of refused)
        expect(reason).toMatchObject({ status: 429, code: 'rate_limited' });
      expect(all.length - refused.length).toBeGreaterThanOrEqual(limits.numberSearches);
    });

    it('cannot be provisioned while it leaves the provider', async () => {
      const { id, number } = await bought();
      operator.setDown(true);
      await account.client.number.release({ id, release_at_carrier: true });
      expect(await available({ contains: number.slice(2) })).toEqual([]);
      operator.setDown(false);
      for (const { client } of [account, harness.account()]) {
        const error = await client.number.provision({ number }).catch((reason: unknown) => reason);
        // The number is in use until the provider has it back, and after that it is not available.
        expect(error).toMatchObject({
          code: expect.stringMatching(/number_in_use|validation_failed/),
        });
      }
    });

    it('is not released by another account', async () => {
      const { id, number } = await bought();
      const other = harness.account();
      await expect(
        other.client.number.release({ id, release_at_carrier: true }),
      ).rejects.toMatchObject({ status: 404 });
      expect(await account.client.number.get({ id })).toMatchObject({ number });
      expect(operator.has(number)).toBe(true);
    });

    it('stays known while the provider does not respond', async () => {
      await available();
      operator.setDown(true);
      const known = imported[4]!;
      expect(await available({ contains: known.slice(2) })).toMatchObject([{ number: known }]);
      expect(await account.client.number.provision({ number: known })).toMatchObject({
        status: 'active',
      });
      await expect(account.client.number.provision({ number: newNumber() })).rejects.toMatchObject({
        status: 503,
        code: 'unavailable',
      });
      expect(harness.faults.splice(0)).toEqual([
        'POST /v1/numbers returned 503: a failure of the service',
      ]);
    });

    describe('without purchases', () => {
      let own: Harness;
      const listed = newNumber();
      beforeAll(async () => {
        operator.setDown(true);
        own = await openHarness(openFolder, carriers({ numbers: [listed], import_numbers: true }));
      });
      afterAll(() => own.close());

      it('the service starts although the provider does not respond, and imports later', async () => {
        operator.setDown(true);
        const one = own.account();
        expect((await one.client.number.available({})).data).toMatchObject([{ number: listed }]);
        operator.setDown(false);
        const number = imported[10]!;
        expect(await one.client.number.provision({ number })).toMatchObject({ number });
      });

      it('offers and buys nothing that costs money, and releases nothing', async () => {
        const one = own.account();
        const number = forSale();
        const { data } = await one.client.number.available({ contains: number.slice(2) });
        expect(data).toEqual([]);
        await expect(one.client.number.provision({ number })).rejects.toMatchObject({
          status: 422,
          fieldErrors: [expect.objectContaining({ pointer: '/number', code: 'not_found' })],
        });
        const { id } = await one.client.number.provision({ number: imported[11]! });
        await expect(
          one.client.number.release({ id, release_at_carrier: true }),
        ).rejects.toMatchObject({
          status: 422,
          fieldErrors: [
            {
              pointer: '/release_at_carrier',
              code: 'not_one_of',
              detail: expect.stringContaining('this carrier cannot release numbers'),
            },
          ],
        });
        expect(operator.has(imported[11]!)).toBe(true);
        expect(operator.orders()).not.toContain(number);
      });
    });
  });
}
