import type { AvailableNumber } from '@textloom/shared/contract';
import { hasSender } from '../phones/phone.ts';
import type { Callbacks } from './callbacks.ts';
import { simulated, type Carrier, type NumberOffer, type Submission } from './carrier.ts';

/** The messages that a carrier sends. A field that is left out limits nothing. */
export interface Routes {
  /** Prefixes of recipients in E.164 form, such as +49. */
  readonly prefixes?: readonly string[] | undefined;
  /** Numbers in E.164 form, short codes, and names. */
  readonly senders?: readonly string[] | undefined;
  /** The carrier with the lowest priority comes first. */
  readonly priority?: number | undefined;
}

export const defaultPriority = 100;

/** The fields of a message that decide its carrier. */
export interface RoutedMessage extends Pick<Submission, 'from' | 'to'> {
  /**
   * The name of the carrier that offered the sender. Null if an earlier version added the number.
   */
  readonly owner: string | null;
  /** Whether only a carrier that supports media can send the message. */
  readonly hasMedia: boolean;
  /** The number of characters of the text. If it is left out, no text is too long. */
  readonly textLength?: number | undefined;
  /** The name of the only carrier that may send the message. */
  readonly only?: string | undefined;
}

/** A number with the carrier that offers it. */
export interface OfferedNumber extends AvailableNumber {
  readonly carrier: string;
}

/** What the operator knows about a carrier from its settings. */
export interface CarrierSetup {
  readonly name: string;
  readonly type: string;
  /** The public URL of its callbacks, or null if it gets none. */
  readonly callbackUrl: string | null;
  /** The inbound webhook URL to enter at the provider. It is a secret. */
  readonly inboundWebhookUrl: string | null;
}

/** The carriers that may send for a sender. */
export interface SenderRoutes {
  /** Those that get its next messages. Empty if its messages fail. */
  readonly carriers: readonly Carrier[];
  /** How many messages they can accept now, at most. */
  readonly capacity: number;
  /** Whether the recipient or the media of a message decide which carrier sends it. */
  readonly isMixed: boolean;
}

/** The carrier of a message, or the reason why there is none. */
export type FoundRoute =
  | { readonly carrier: Carrier; readonly reason?: undefined }
  | { readonly carrier?: undefined; readonly reason: string };

/** Holds all carriers and routes messages to them. */
export interface Carriers {
  readonly all: readonly Carrier[];
  /** The settings of all carriers that the operator may see, in the order of `CARRIERS`. */
  readonly setups: readonly CarrierSetup[];
  readonly named: (name: string | null) => Carrier | undefined;
  /** Returns the routes of a carrier, or undefined if this process does not know the carrier. */
  readonly getRoutes: (name: string) => Routes | undefined;
  /** Returns how to read the callbacks of a carrier, or undefined if it gets none. */
  readonly callbacks: (name: string) => Callbacks | undefined;
  /**
   * Returns the carrier of a message, or the reason why there is none. A carrier whose circuit is
   * open gets no message that another one can send, except for as many as its capacity allows.
   */
  readonly route: (
    message: RoutedMessage,
    getCapacity?: (carrier: Carrier) => number,
  ) => FoundRoute;
  /** Returns what the carriers of a sender can do, whichever message is next. */
  readonly findRoutes: (sender: Pick<RoutedMessage, 'from' | 'owner'>) => SenderRoutes;
  /** Returns how many messages all carriers together can accept now. */
  readonly capacity: () => number;
  readonly numbers: Pick<NumberOffer, 'search'> & {
    readonly find: (number: string, country: string) => Promise<OfferedNumber | undefined>;
  };
}

export interface RoutedCarrier extends Routes {
  readonly carrier: Carrier;
  readonly callbacks?: Callbacks | undefined;
  readonly setup?: CarrierSetup;
}

/**
 * Routes each message to a carrier that its sender belongs to: to the first that works, in the
 * order of `compareRoutes`. If none works, the message waits for the first. A message with media
 * goes only to a carrier that supports media, so that it never arrives as a text without its
 * pictures.
 */
export function createCarriers(routed: readonly RoutedCarrier[]): Carriers {
  const all = routed.map(({ carrier }) => carrier);
  // The simulated carrier offers every name, so it comes last.
  const searchOrder = all.toSorted((a, b) => Number(isSimulated(a)) - Number(isSimulated(b)));
  const getRoutes = (name: string) => routed.find(({ carrier }) => carrier.name === name);
  return {
    all,
    setups: routed.flatMap(({ setup = [] }) => setup),
    named: (name) => all.find((carrier) => carrier.name === name),
    getRoutes,
    callbacks: (name) => getRoutes(name)?.callbacks,
    route: (message, getCapacity = (carrier) => carrier.capacity()) => {
      // The sender of a received text can have no country code. Its digits are a stranger's number.
      if (!message.to.startsWith('+')) return { reason: 'The recipient has no country code' };
      const matching = routed
        .filter(({ carrier }) => message.only === undefined || carrier.name === message.only)
        .map((one) => ({ ...one, rank: rankRoute(one, message) }))
        .filter((one) => one.rank >= 0 && owns(one, message, routed))
        .filter(({ carrier }) => carrier.takesMedia || !message.hasMedia)
        .sort(compareRoutes)
        .map(({ carrier }) => ({ carrier, reason: findRefusal(carrier, message) }));
      const able = matching.filter(({ reason }) => reason === undefined);
      const working = able.find(
        ({ carrier }) => !carrier.circuit().isOpen || getCapacity(carrier) >= 1,
      );
      const carrier = (working ?? able[0])?.carrier;
      if (carrier) return { carrier };
      return {
        reason: matching[0]?.reason ?? 'No carrier is set up for this sender and this recipient',
      };
    },
    findRoutes: (sender) => findRoutes(sender, routed),
    capacity: () => sumCapacity(all),
    numbers: {
      async *search(criteria) {
        for (const { numbers } of all) yield* numbers.search(criteria);
      },
      async find(number, country) {
        for (const { name, numbers } of searchOrder) {
          const found = await numbers.find(number, country);
          if (found) return { ...found, carrier: name };
        }
        return undefined;
      },
    },
  };
}

const sumCapacity = (carriers: readonly Carrier[]): number =>
  carriers.reduce((sum, carrier) => sum + carrier.capacity(), 0);

const findRefusal = (carrier: Carrier, message: RoutedMessage): string | undefined => {
  const { maxTextLength = Infinity } = carrier;
  return (message.textLength ?? 0) > maxTextLength
    ? `The carrier accepts texts of up to ${maxTextLength} characters, so shorten the text`
    : carrier.findRefusal(message);
};

function findRoutes(
  sender: Pick<RoutedMessage, 'from' | 'owner'>,
  routed: readonly RoutedCarrier[],
): SenderRoutes {
  const own = routed
    .map((one) => ({ ...one, rank: rankSender(one, sender.from) }))
    .filter((one) => one.rank >= 0 && owns(one, sender, routed))
    .sort(compareRoutes);
  // Nothing waits for a carrier, because the messages fail.
  if (own.length === 0) return { carriers: [], capacity: Infinity, isMixed: false };
  const { takesMedia, maxTextLength } = own[0]!.carrier;
  const isMixed = own.some(
    ({ carrier, prefixes }) =>
      prefixes !== undefined ||
      carrier.takesMedia !== takesMedia ||
      carrier.maxTextLength !== maxTextLength ||
      isSimulated(carrier),
  );
  const carriers = own.map(({ carrier }) => carrier);
  // The others get messages only while the circuit of this one is open.
  const working = carriers.findIndex((carrier) => !carrier.circuit().isOpen);
  const used = isMixed || working < 0 ? carriers : carriers.slice(0, working + 1);
  return { carriers: used, capacity: sumCapacity(used), isMixed };
}

const isSimulated = ({ name }: Carrier): boolean => name === simulated;

/** Returns whether the settings of a carrier name this sender. */
const isNamed = ({ carrier, senders = [] }: RoutedCarrier, sender: string): boolean =>
  hasSender(senders, sender) || (!isSimulated(carrier) && carrier.numbers.has(sender));

/**
 * Returns whether a carrier may send for a sender: the carrier that offered the sender, or a
 * carrier whose settings name it. Senders of the simulated carrier stay there. If it is unknown who
 * offered a sender, any carrier may send for it, unless only the simulated one offers it.
 */
function owns(
  one: RoutedCarrier,
  { from, owner }: Pick<RoutedMessage, 'from' | 'owner'>,
  all: readonly RoutedCarrier[],
): boolean {
  if (owner === simulated) return isSimulated(one.carrier);
  if (owner !== null) return one.carrier.name === owner || isNamed(one, from);
  const isOnlySimulated =
    all.some(({ carrier }) => isSimulated(carrier) && carrier.numbers.has(from)) &&
    !all.some((other) => !isSimulated(other.carrier) && isNamed(other, from));
  return !isOnlySimulated || isSimulated(one.carrier);
}

/** Compares the priority first, because somebody chose it, and then how well the route fits. */
const compareRoutes = (
  a: Routes & { readonly rank: number },
  b: Routes & { readonly rank: number },
): number => (a.priority ?? defaultPriority) - (b.priority ?? defaultPriority) || b.rank - a.rank;

/** Returns whether routes match a message. Does not check which carrier offered its sender. */
export const matchesRoutes = (
  routes: Routes,
  message: Pick<RoutedMessage, 'from' | 'to'>,
): boolean => rankRoute(routes, message) >= 0;

/** Is larger than the length of any prefix. */
const senderRank = 100;

/** Returns how well a route fits a sender. A negative rank means that it does not match. */
function rankSender({ senders }: Routes, from: string): number {
  if (!senders) return 0;
  return hasSender(senders, from) ? senderRank : -1;
}

/**
 * Returns how well a route fits: a route that names the sender comes before one for all senders,
 * and then a longer prefix before a shorter one. A negative rank means that it does not match.
 */
function rankRoute(route: Routes, { from, to }: Pick<RoutedMessage, 'from' | 'to'>): number {
  const rank = rankSender(route, from);
  if (rank < 0) return -1;
  const { prefixes } = route;
  const lengths = prefixes?.filter((prefix) => to.startsWith(prefix)).map(({ length }) => length);
  if (lengths?.length === 0) return -1;
  return rank + Math.max(...(lengths ?? [0]));
}
