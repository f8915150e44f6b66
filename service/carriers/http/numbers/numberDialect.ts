import type { AvailableNumber } from '@textloom/shared/contract';
import type { NumberCriteria } from '../../carrier.ts';
import type { HttpRequest } from '../send.ts';

/** A number in E.164 form, as a provider describes it. */
export type ProviderNumber = Pick<AvailableNumber, 'number' | 'country' | 'type'>;

/** A number that the operator has at the provider. */
export interface OwnedNumber extends ProviderNumber {
  /** The provider's ID. */
  readonly id: string;
  /** Who gets the texts to the number: a URL, or an ID at the provider. Empty if nobody. */
  readonly receiver: string;
}

/** What to search among the numbers for sale. A result that does not match does no harm. */
export interface SaleCriteria extends NumberCriteria {
  /** Only this number, in E.164 form. */
  readonly number?: string;
}

interface OwnedQuery {
  /** Only this number. */
  readonly number?: string;
  /** The next page, as the page before named it. */
  readonly page?: string | undefined;
}

/**
 * How one provider lists, sells and takes back numbers, as pure functions. Reading gets the parsed
 * body of a success, and throws if the body has an unknown format. Only numbers that can text
 * count.
 */
export interface NumberDialect<S> {
  /** Whether the settings include what the provider requires for numbers. */
  readonly isSetUp?: (settings: S) => boolean;
  readonly listOwned: (settings: S, query: OwnedQuery) => HttpRequest;
  readonly readOwned: (
    body: unknown,
    query: OwnedQuery,
  ) => { readonly numbers: readonly OwnedNumber[]; readonly nextPage?: string | undefined };
  /** Builds the requests that together search the numbers for sale. */
  readonly search: (settings: S, criteria: SaleCriteria) => readonly HttpRequest[];
  readonly readForSale: (body: unknown, criteria: SaleCriteria) => readonly ProviderNumber[];
  readonly buy: (settings: S, number: ProviderNumber) => HttpRequest;
  readonly release: (settings: S, number: OwnedNumber) => HttpRequest;
  /** Undefined if the provider needs nothing. */
  readonly connect: (
    settings: S,
    number: OwnedNumber,
    inboundWebhookUrl: string,
  ) => HttpRequest | undefined;
  /** Returns the code of an error, or undefined if the body names none. */
  readonly readError: (body: unknown) => string | number | undefined;
}

/** How many numbers a page has. Larger pages can exceed the limit of a response. */
export const pageSize = 100;
