import { describe, expect, it } from '@jest/globals';
import type { Carrier, NumberInventory } from '../../../service/carriers/carrier.ts';
import { createCarriers } from '../../../service/carriers/carriers.ts';
import { describeSender, offer } from '../../../service/carriers/offer.ts';
import { findOffered } from '../../../service/numbers/findOffered.ts';

describe('a number that an account asks for', () => {
  const number = '+13125552671';
  const unavailable = new Error('The provider does not respond');
  const has = () => Promise.resolve({ ...describeSender(number, 'US'), requires_purchase: false });
  const lacks = () => Promise.resolve(undefined);
  const fails = () => Promise.reject(unavailable);
  const carrier = (
    name: string,
    findImported: NumberInventory['findImported'],
    find: NumberInventory['find'],
  ) => {
    const inventory = { findImported, find };
    return { carrier: { name, numbers: offer([]), inventory } as unknown as Carrier };
  };

  it.each([
    ['imported', carrier('second', has, lacks)],
    ['for sale', carrier('second', lacks, has)],
  ])(
    'is found although the provider of another carrier does not respond: %s',
    async (_, second) => {
      const carriers = createCarriers([carrier('first', fails, fails), second]);
      expect(await findOffered(carriers, number, 'US')).toMatchObject({
        number,
        carrier: 'second',
      });
    },
  );

  it('has the name that the carrier lists, whatever its case in the request', async () => {
    const { carrier: listing } = carrier('first', lacks, lacks);
    const carriers = createCarriers([{ carrier: { ...listing, numbers: offer(['Acme']) } }]);
    expect(await findOffered(carriers, 'ACME', 'US')).toMatchObject({
      number: 'Acme',
      carrier: 'first',
    });
    expect(await findOffered(carriers, 'ACME2', 'US')).toBeUndefined();
  });

  it('is only missing if all providers say so', async () => {
    const [broken, working] = [carrier('first', fails, lacks), carrier('second', lacks, lacks)];
    await expect(findOffered(createCarriers([broken, working]), number, 'US')).rejects.toBe(
      unavailable,
    );
    expect(await findOffered(createCarriers([working]), number, 'US')).toBeUndefined();
  });
});
