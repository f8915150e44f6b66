import type { Message } from '@textloom/shared/contract';
import type { Fate } from './describeCarrier.ts';

/** How many messages a storm has. `STORM_MESSAGES` makes it shorter. */
export const count = Number(process.env.STORM_MESSAGES || 10_000);

/** Encodes the index of a message in its recipient. */
export const toPhone = (at: number): string => `+1212${2_000_000 + at}`;
const toIndex = (phone: string) => Number(phone.slice(5)) - 2_000_000;

/** The faults, each every so many messages. */
const every: readonly (readonly [number, Fate])[] = [
  [409, 'slow'],
  [401, 'silent'],
  [397, 'garbage'],
  [389, 'broken'],
  [211, 'lost'],
  [199, 'throttled'],
  [97, 'refused'],
  [29, 'undelivered'],
  [23, 'contradicted'],
  [19, 'doubled'],
  [17, 'early'],
];

/** The first messages have all fates, so that a short storm has them, too. */
export const chooseFate = ({ to }: Pick<Message, 'to'>): Fate =>
  every[toIndex(to)]?.[1] ??
  every.find(([times]) => toIndex(to) % times === times - 1)?.[1] ??
  'delivered';
