import type { AvailableNumber } from '@textloom/shared/contract';
import type { NumberCriteria } from '../carriers/carrier.ts';
import type { Carriers, OfferedNumber } from '../carriers/carriers.ts';
import { matches } from '../carriers/offer.ts';

/**
 * Returns matching numbers page by page: those in the settings, then those that the operator has at
 * a provider, and last those for sale. Asks providers, so call it outside of transactions.
 */
export async function* searchOffered(
  carriers: Carriers,
  criteria: NumberCriteria,
): AsyncIterable<readonly AvailableNumber[]> {
  yield* carriers.numbers.search(criteria);
  for (const { inventory } of carriers.all) {
    const imported = (await inventory?.imported()) ?? [];
    yield imported.filter((one) => matches(one, criteria));
  }
  for (const { inventory } of carriers.all) yield (await inventory?.search(criteria)) ?? [];
}

/**
 * Finds a number in E.164 form, a short code, or a name that a carrier offers. Asks providers, so
 * call it outside of transactions. A provider that does not respond hides no number of another one.
 */
export async function findOffered(
  carriers: Carriers,
  number: string,
  country: string,
): Promise<OfferedNumber | undefined> {
  const listed = await carriers.numbers.find(number, country);
  if (listed || !number.startsWith('+')) return listed;
  const errors: unknown[] = [];
  for (const find of ['findImported', 'find'] as const)
    for (const { name, inventory } of carriers.all) {
      const found = await inventory?.[find](number).catch((error: unknown) => {
        errors.push(error);
      });
      if (found) return { ...found, carrier: name };
    }
  if (errors.length > 0) throw errors[0];
  return undefined;
}
