import type { Carrier, NumberOffer, Submission } from './carrier.ts';

/** What goes over a carrier; what is left out limits nothing. */
export interface Routes {
  /** Beginnings of recipients in E.164 form, such as +49. */
  readonly prefixes?: readonly string[] | undefined;
  /** Senders: numbers in E.164 form, short codes and names. */
  readonly senders?: readonly string[] | undefined;
}

/** All ways to recipients, and which of them a message takes. */
export interface Carriers {
  readonly all: readonly Carrier[];
  readonly named: (name: string | null) => Carrier | undefined;
  /** The carrier of a message, or why there is none. */
  readonly route: (message: Pick<Submission, 'from' | 'to'>) => Carrier | string;
  /** How many messages can be handed over now. */
  readonly room: () => number;
  readonly numbers: NumberOffer;
}

export interface RoutedCarrier extends Routes {
  readonly carrier: Carrier;
}

/**
 * A message goes over the carrier that names its sender rather than over one that takes any; of those,
 * over the one with the longest prefix of its recipient; of those, over the first.
 */
export function createCarriers(routed: readonly RoutedCarrier[]): Carriers {
  const all = routed.map(({ carrier }) => carrier);
  return {
    all,
    named: (name) => all.find((carrier) => carrier.name === name),
    route: (message) => {
      const fitting = routed
        .map((one) => ({ ...one, rank: rankOf(one, message) }))
        .filter(({ rank }) => rank >= 0)
        .sort((a, b) => b.rank - a.rank);
      const reasons = fitting.map(({ carrier }) => carrier.route(message));
      const open = reasons.indexOf(undefined);
      return (
        fitting[open]?.carrier ??
        reasons[0] ??
        'No carrier is set up for this sender and this recipient'
      );
    },
    room: () => all.reduce((sum, carrier) => sum + carrier.room(), 0),
    numbers: {
      async *search(criteria) {
        for (const { numbers } of all) yield* numbers.search(criteria);
      },
      async find(number, country) {
        for (const { numbers } of all) {
          const found = await numbers.find(number, country);
          if (found) return found;
        }
        return undefined;
      },
    },
  };
}

/** Longer than every prefix. */
const bySender = 100;

/** Less than 0 where the message does not fit. */
function rankOf(
  { prefixes, senders }: Routes,
  { from, to }: Pick<Submission, 'from' | 'to'>,
): number {
  if (senders && !senders.includes(from)) return -1;
  const lengths = prefixes?.filter((prefix) => to.startsWith(prefix)).map(({ length }) => length);
  if (lengths?.length === 0) return -1;
  return (senders ? bySender : 0) + Math.max(...(lengths ?? [0]));
}
