import type { AvailableNumber } from '@textloom/shared/contract';
import { fail } from '../../../errors/serviceError.ts';
import { minute } from '../../../times/durations.ts';
import type { NumberChange, NumberInventory } from '../../carrier.ts';
import { describeSender, matches } from '../../offer.ts';
import { UnsentError } from '../../unsentError.ts';
import type { NumberDialect, OwnedNumber, ProviderNumber, SaleCriteria } from './numberDialect.ts';
import type { EngineSettings } from '../engineSettings.ts';
import type { HttpRequest, HttpResponse } from '../send.ts';
import { interpretChange, readBody } from './numberResponse.ts';

interface Options {
  /** The inbound webhook URL, which the provider calls. */
  readonly inboundWebhookUrl: string;
  readonly send: (request: HttpRequest) => Promise<HttpResponse>;
  readonly report: (error: unknown) => void;
}

const refreshEveryMs = 10 * minute;
const retryAfterMs = 30_000;
/** A page has 100 numbers. The service does not import numbers beyond these pages. */
const maxPages = 50;

/** Asks a provider for numbers, and remembers those that the operator has. */
export function createInventory<S extends EngineSettings>(
  dialect: NumberDialect<S>,
  settings: S,
  { inboundWebhookUrl, send, report }: Options,
): NumberInventory {
  const { numbers: listed, importNumbers = listed === undefined, buyNumbers = 0 } = settings;
  let known: readonly OwnedNumber[] | undefined;
  let refreshAt = 0;
  let refreshing: Promise<void> | undefined;

  const ask = async (request: HttpRequest): Promise<unknown> => readBody(await send(request));
  const listOwned = async (query: Parameters<typeof dialect.listOwned>[1]) =>
    dialect.readOwned(await ask(dialect.listOwned(settings, query)), query);
  const listAllOwned = async (): Promise<readonly OwnedNumber[]> => {
    const all: OwnedNumber[] = [];
    let page: string | undefined;
    for (let pages = 0; pages < maxPages; pages++) {
      const { numbers, nextPage } = await listOwned({ page });
      all.push(...numbers);
      page = nextPage;
      if (page === undefined) break;
    }
    return all;
  };
  const findOwned = async (number: string): Promise<OwnedNumber | undefined> =>
    (await listOwned({ number })).numbers.find((one) => one.number === number);

  const refresh = (): Promise<void> =>
    (refreshing ??= readAgain().finally(() => (refreshing = undefined)));
  const readAgain = async (): Promise<void> => {
    if (!importNumbers) return;
    try {
      known = await listAllOwned();
      refreshAt = performance.now() + refreshEveryMs;
    } catch (error) {
      refreshAt = performance.now() + retryAfterMs;
      report(error);
    }
  };

  /** Asks the provider. If it does not respond, nobody can know. */
  const orUnavailable = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      report(error);
      return fail('unavailable', {
        detail: 'The carrier did not return its list of numbers. Try again later.',
        retryAfter: 30,
      });
    }
  };

  const change = async (request: HttpRequest): Promise<NumberChange> => {
    try {
      const result = interpretChange(dialect, await send(request));
      if (result.kind === 'refused')
        report(new Error(`The provider refuses to change a number: ${result.code}`));
      return result;
    } catch (error) {
      report(error);
      return { kind: error instanceof UnsentError ? 'unsent' : 'unknown' };
    }
  };

  const searchForSale = async (criteria: SaleCriteria) => {
    const found: AvailableNumber[] = [];
    for (const request of dialect.search(settings, criteria)) {
      const response = await send(request);
      // Twilio has no list for a type that it does not sell in the country.
      if (response.status === 404) continue;
      const forSale = dialect.readForSale(readBody(response), criteria);
      found.push(...forSale.map((one) => describe(one, true)));
    }
    return found.filter((one) => matches(one, criteria));
  };

  return {
    maxPurchases: buyNumbers,
    refresh,

    imported: async () => {
      // Old numbers are better than a long wait.
      if (!known) await refresh();
      else if (performance.now() >= refreshAt) void refresh();
      return (known ?? []).map((one) => describe(one, false));
    },

    findImported: async (number) => {
      if (!importNumbers) return undefined;
      const earlier = known?.find((one) => one.number === number);
      const found = await orUnavailable(() => findOwned(number)).catch((error: unknown) => {
        if (earlier) return earlier;
        throw error;
      });
      return found && describe(found, false);
    },

    search: async (criteria) => {
      if (buyNumbers === 0) return [];
      try {
        return await searchForSale(criteria);
      } catch (error) {
        report(error);
        return [];
      }
    },

    find: async (number) => {
      if (buyNumbers === 0) return undefined;
      const { country } = describeSender(number, '');
      if (country === '') return undefined;
      const found = await orUnavailable(() => searchForSale({ country, number }));
      return found.find((one) => one.number === number);
    },

    owns: async (number) => (await orUnavailable(() => findOwned(number))) !== undefined,

    buy: (number) => change(dialect.buy(settings, describeSender(number, ''))),

    connect: async (number) => {
      const found = await findOwned(number).catch(report);
      if (!found) return { kind: 'unsent' };
      const request =
        found.receiver === '' ? dialect.connect(settings, found, inboundWebhookUrl) : undefined;
      return request ? change(request) : { kind: 'done' };
    },

    release: async (number) => {
      let found: OwnedNumber | undefined;
      try {
        found = await findOwned(number);
      } catch (error) {
        report(error);
        return { kind: 'unsent' };
      }
      known = known?.filter((one) => one.number !== number);
      return found ? change(dialect.release(settings, found)) : { kind: 'done' };
    },
  };
}

const describe = (
  { number, country, type }: ProviderNumber,
  requiresPurchase: boolean,
): AvailableNumber => ({
  number,
  country,
  type,
  capabilities: ['sms'],
  requires_purchase: requiresPurchase,
});
