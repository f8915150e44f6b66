import {
  noResponse,
  type EmulatedRequest,
  type EmulatedResponse,
  type ProviderDialect,
} from '../carriers/providerEmulator.ts';

/*
 * The account of an operator at a provider, with the numbers in it and those for sale. A
 * `NumberWire` adds how one provider speaks about them.
 */

export interface Owned {
  /** In E.164 form. */
  readonly number: string;
  /** The provider's ID. */
  readonly id: string;
  /** The receiver of its texts. */
  receiver: string;
}

/** How the next orders end. */
export type OrderFate =
  | 'sold'
  | 'refused'
  | 'throttled'
  /** The number is sold, but the response is lost. */
  | 'lost'
  /** Nothing is sold, and the response is lost. */
  | 'vanished'
  /** Sold, but the number appears only when `deliver` is called. */
  | 'later';

export type Question =
  | { readonly kind: 'owned'; readonly number?: string | undefined; readonly page: number }
  | {
      readonly kind: 'search';
      /** National digits that numbers start with, or contain. */
      readonly startsWith?: string | undefined;
      readonly contains?: string | undefined;
      readonly type?: string | undefined;
    }
  /** The provider has no such list. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'buy'; readonly number: string }
  | { readonly kind: 'connect'; readonly id: string; readonly receiver: string }
  | { readonly kind: 'release'; readonly id: string };

/** How one provider speaks about numbers. Written from its documentation. */
export interface NumberWire {
  readonly newId: (number: string) => string;
  /** Reads a request with the right credentials. Undefined if it is not about numbers. */
  readonly read: (request: EmulatedRequest) => Question | undefined;
  readonly owned: (page: readonly Owned[], at: number, total: number) => EmulatedResponse;
  readonly forSale: (numbers: readonly string[], request: EmulatedRequest) => EmulatedResponse;
  readonly bought: (one: Owned) => EmulatedResponse;
  readonly connected: (one: Owned) => EmulatedResponse;
  readonly released: EmulatedResponse;
  readonly refused: EmulatedResponse;
  readonly throttled: EmulatedResponse;
  readonly absent: EmulatedResponse;
}

export interface Operator {
  readonly owned: () => readonly Owned[];
  readonly has: (number: string) => boolean;
  readonly add: (number: string, receiver?: string) => Owned;
  readonly sell: (...numbers: string[]) => void;
  /** The numbers of all orders that arrived. */
  readonly orders: () => readonly string[];
  readonly setFate: (fate: OrderFate) => void;
  /** Delivers the numbers that were sold for later. */
  readonly deliver: () => void;
  readonly setDown: (isDown: boolean) => void;
  /** Holds all responses, and returns a function that sends them. */
  readonly hold: () => () => void;
  readonly dialect: ProviderDialect;
}

const perPage = 100;

const guessType = (number: string) => (number.startsWith('+1800') ? 'toll_free' : 'local');

export function openOperator(dialect: ProviderDialect, wire: NumberWire): Operator {
  const owned: Owned[] = [];
  const forSale: string[] = [];
  const orders: string[] = [];
  const late: string[] = [];
  let fate: OrderFate = 'sold';
  let isDown = false;
  let held: Promise<unknown> | undefined;

  const add = (number: string, receiver = ''): Owned => {
    const one = { number, id: wire.newId(number), receiver };
    owned.push(one);
    return one;
  };
  const buy = (number: string): EmulatedResponse => {
    orders.push(number);
    if (fate === 'throttled') return wire.throttled;
    const at = forSale.indexOf(number);
    if (fate === 'refused' || at < 0) return wire.refused;
    if (fate === 'vanished') return { status: noResponse, body: '' };
    forSale.splice(at, 1);
    if (fate === 'later') {
      late.push(number);
      return wire.bought({ number, id: wire.newId(number), receiver: '' });
    }
    const one = add(number);
    return fate === 'lost' ? { status: noResponse, body: '' } : wire.bought(one);
  };
  const respond = (question: Question, request: EmulatedRequest): EmulatedResponse => {
    switch (question.kind) {
      case 'owned': {
        const found = owned.filter(
          ({ number }) => question.number === undefined || number === question.number,
        );
        const first = (question.page - 1) * perPage;
        return wire.owned(found.slice(first, first + perPage), question.page, found.length);
      }
      case 'search': {
        const { startsWith = '', contains = '', type } = question;
        const found = forSale.filter(
          (number) =>
            number.slice(2).startsWith(startsWith) &&
            number.includes(contains) &&
            (type === undefined || type === guessType(number)),
        );
        return wire.forSale(found, request);
      }
      case 'missing':
        return wire.absent;
      case 'buy':
        return buy(question.number);
      case 'connect':
      case 'release': {
        const at = owned.findIndex(({ id }) => id === question.id);
        if (at < 0) return wire.absent;
        if (question.kind === 'release') {
          owned.splice(at, 1);
          return wire.released;
        }
        owned[at]!.receiver = question.receiver;
        return wire.connected(owned[at]!);
      }
    }
  };

  return {
    owned: () => owned,
    has: (number) => owned.some((one) => one.number === number),
    add,
    sell: (...numbers) => forSale.push(...numbers),
    orders: () => orders,
    setFate: (next) => (fate = next),
    deliver: () => late.splice(0).forEach((number) => add(number)),
    setDown: (down) => (isDown = down),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      held = promise;
      return () => {
        held = undefined;
        resolve(undefined);
      };
    },
    dialect: {
      ...dialect,
      settings: (baseUrl) => {
        const { numbers: _, ...settings } = dialect.settings(baseUrl);
        return settings;
      },
      response: (request) => {
        const question = wire.read(request);
        if (question && isDown) return { status: 503, body: '' };
        if (question && held) return held.then(() => respond(question, request));
        return question && respond(question, request);
      },
    },
  };
}
