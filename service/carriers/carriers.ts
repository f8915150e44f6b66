import type { AvailableNumber } from '@textloom/shared/contract';
import { simulated, type Carrier, type NumberOffer, type Submission } from './carrier.ts';

/** What goes over a carrier; what is left out limits nothing. */
export interface Routes {
  /** Beginnings of recipients in E.164 form, such as +49. */
  readonly prefixes?: readonly string[] | undefined;
  /** Senders: numbers in E.164 form, short codes and names. */
  readonly senders?: readonly string[] | undefined;
}

/** What decides which carrier a message takes. */
export interface Passage extends Pick<Submission, 'from' | 'to'> {
  /** The name of the carrier that offered the sender; null of a number from before that was kept. */
  readonly owner: string | null;
}

/** A number with the carrier that it belongs to from now on. */
export interface Offered extends AvailableNumber {
  readonly carrier: string;
}

/** All ways to recipients, and which of them a message takes. */
export interface Carriers {
  readonly all: readonly Carrier[];
  readonly named: (name: string | null) => Carrier | undefined;
  /** The carrier of a message, or why there is none. */
  readonly route: (message: Passage) => Carrier | string;
  /** How many messages can be handed over now. */
  readonly capacity: () => number;
  readonly numbers: Pick<NumberOffer, 'search'> & {
    readonly find: (number: string, country: string) => Promise<Offered | undefined>;
  };
}

export interface RoutedCarrier extends Routes {
  readonly carrier: Carrier;
}

/**
 * A message goes over a carrier that its sender belongs to. Of those, it goes over the carrier that names its
 * sender rather than over one that takes any; of those, over the one with the longest prefix of its recipient; of those, over the first.
 */
export function createCarriers(routed: readonly RoutedCarrier[]): Carriers {
  const all = routed.map(({ carrier }) => carrier);
  // The simulated carrier offers every name, so the others are asked first.
  const offering = all.toSorted((a, b) => Number(isSimulated(a)) - Number(isSimulated(b)));
  return {
    all,
    named: (name) => all.find((carrier) => carrier.name === name),
    route: (message) => {
      const fitting = routed
        .map((one) => ({ ...one, rank: rankOf(one, message) }))
        .filter((one) => one.rank >= 0 && owns(one, message, routed))
        .sort((a, b) => b.rank - a.rank);
      const reasons = fitting.map(({ carrier }) => carrier.route(message));
      const open = reasons.indexOf(undefined);
      return (
        fitting[open]?.carrier ??
        reasons[0] ??
        'No carrier is set up for this sender and this recipient'
      );
    },
    capacity: () => all.reduce((sum, carrier) => sum + carrier.capacity(), 0),
    numbers: {
      async *search(criteria) {
        for (const { numbers } of all) yield* numbers.search(criteria);
      },
      async find(number, country) {
        for (const { name, numbers } of offering) {
          const found = await numbers.find(number, country);
          if (found) return { ...found, carrier: name };
        }
        return undefined;
      },
    },
  };
}

const isSimulated = ({ name }: Carrier): boolean => name === simulated;

/** Whether the settings of a carrier say that it takes this sender. */
const isNamed = ({ carrier, senders = [] }: RoutedCarrier, sender: string): boolean =>
  senders.includes(sender) || (!isSimulated(carrier) && carrier.numbers.has(sender));

/**
 * Whether a sender may leave over a carrier: over the one that offered it, and over others whose settings
 * name it. What the simulated carrier offered stays there. A number of which it is not known who offered
 * it may take any carrier, unless only the simulated one has such.
 */
function owns(
  one: RoutedCarrier,
  { from, owner }: Passage,
  all: readonly RoutedCarrier[],
): boolean {
  if (owner === simulated) return isSimulated(one.carrier);
  if (owner !== null) return one.carrier.name === owner || isNamed(one, from);
  const isOnlySimulated =
    all.some(({ carrier }) => isSimulated(carrier) && carrier.numbers.has(from)) &&
    !all.some((other) => !isSimulated(other.carrier) && isNamed(other, from));
  return !isOnlySimulated || isSimulated(one.carrier);
}

/** Longer than every prefix. */
const bySender = 100;

/** Less than 0 where the message does not fit. */
function rankOf({ prefixes, senders }: Routes, { from, to }: Passage): number {
  if (senders && !senders.includes(from)) return -1;
  const lengths = prefixes?.filter((prefix) => to.startsWith(prefix)).map(({ length }) => length);
  if (lengths?.length === 0) return -1;
  return (senders ? bySender : 0) + Math.max(...(lengths ?? [0]));
}
