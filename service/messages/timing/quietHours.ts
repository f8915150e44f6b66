import type { Account } from '@textloom/shared/contract';
import { DateTime, IANAZone } from 'luxon';
import { lookUpAreaZones } from './areaZones.ts';
import type { MessageRow } from '../toMessage.ts';

/**
 * The hours without marketing in the recipient's time, such as 21:00 to 08:00. They can include
 * midnight.
 */
export type QuietHours = Account['quiet_hours'];

/** If the open hours of several zones overlap at all, they do so within this time. */
const horizonMs = 3 * 86_400_000;

interface Recipient {
  /** In E.164 form. */
  readonly phone: string;
  /** The time zone that is set on the contact. */
  readonly contactZone: string | null | undefined;
}

interface Opening {
  /** The time zones whose quiet hours the message respects. */
  readonly zones: string[];
  /** When it may go out. */
  readonly opening: Date;
}

/**
 * Returns when the quiet hours of a recipient in one of the zones end for a message that is
 * requested at a time. Uses the zone of the account if there is no other zone, or if no hour suits
 * all zones.
 */
export type FindOpening = (zones: readonly string[] | undefined, at: Date) => Opening;

/**
 * Returns the function that finds openings for an account. It computes the opening for the same
 * zones and time only once, because the recipients of a batch live in few zones.
 */
export function createFindOpening({
  time_zone: accountZone,
  quiet_hours: quietHours,
}: Pick<Account, 'time_zone' | 'quiet_hours'>): FindOpening {
  const openings = new Map<string, Opening>();
  return (zones, at) => {
    const key = `${at.getTime()} ${zones?.join() ?? ''}`;
    const known = openings.get(key);
    if (known) return known;
    const opening = zones && nextOpening(zones, quietHours, at);
    const found = opening
      ? { zones: [...zones], opening }
      : { zones: [accountZone], opening: nextOpening([accountZone], quietHours, at) ?? at };
    openings.set(key, found);
    return found;
  };
}

/** Returns the zone of the contact, or otherwise all zones of the number's area code. */
export const findZones = ({ phone, contactZone }: Recipient): readonly string[] | undefined =>
  validZone(contactZone) ?? lookUpAreaZones(phone);

const validZone = (contactZone: Recipient['contactZone']): string[] | undefined =>
  contactZone && IANAZone.create(contactZone).isValid ? [contactZone] : undefined;

/**
 * Returns the first time, starting from `at`, that is outside the quiet hours of every zone.
 * Returns undefined if there is none, for example for three zones around the world.
 *
 * Each step moves to the latest opening of all zones. It skips no time that suits all zones,
 * because no zone is open before its opening. There are few steps until the horizon, because each
 * one ends at an opening of some zone, and each zone opens once per day.
 */
export function nextOpening(
  zones: readonly string[],
  quietHours: QuietHours,
  at: Date,
): Date | undefined {
  const horizon = at.getTime() + horizonMs;
  for (let time = at.getTime(); time <= horizon;) {
    const opening = Math.max(time, ...zones.map((zone) => openingIn(zone, quietHours, time)));
    if (opening === time) return new Date(time);
    time = opening;
  }
  return undefined;
}

/**
 * Returns when the quiet hours of the recipient end, if they started while the message was in the
 * queue. Uses the current zone of the contact, or otherwise the zones that the message was stored
 * with. Returns undefined if the message may go.
 */
export function quietUntil(
  { quiet_zones }: Pick<MessageRow, 'quiet_zones'>,
  findOpening: FindOpening | undefined,
  now: Date,
  contactZone?: Recipient['contactZone'],
): Date | undefined {
  if (!quiet_zones || !findOpening) return undefined;
  const { opening } = findOpening(validZone(contactZone) ?? quiet_zones, now);
  return opening > now ? opening : undefined;
}

/**
 * Returns the time itself if it is outside the quiet hours, or otherwise their end. Both are in
 * milliseconds. If the clock skips the end, they last until as long after the change.
 */
function openingIn(zone: string, quietHours: QuietHours, time: number): number {
  const local = DateTime.fromMillis(time, { zone });
  const now = 60 * local.hour + local.minute;
  const [start, end] = [toMinutes(quietHours.start), toMinutes(quietHours.end)];
  const isQuiet = start < end ? now >= start && now < end : now >= start || now < end;
  if (!isQuiet) return time;
  const day = now < end ? local : local.plus({ days: 1 });
  const [hour, minute] = [Math.floor(end / 60), end % 60];
  return day.set({ hour, minute, second: 0, millisecond: 0 }).toMillis();
}

const toMinutes = (timeOfDay: string): number =>
  60 * Number(timeOfDay.slice(0, 2)) + Number(timeOfDay.slice(3));
