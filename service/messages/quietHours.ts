import { DateTime, IANAZone } from 'luxon';
import { lookUpAreaZones } from './areaZones.ts';
import type { MessageRow } from './toMessage.ts';

/**
 * Marketing goes out from the first of these hours until before the second one, in the recipient's
 * time.
 */
const opens = 8;
const closes = 21;

/** If the open hours of several zones overlap at all, they do so within this time. */
const horizonMs = 3 * 86_400_000;

interface RecipientZones {
  /** In E.164 form. */
  readonly phone: string;
  /** The time zone that is set on the contact. */
  readonly contactZone: string | null | undefined;
  readonly accountZone: string;
}

interface QuietHours {
  /** The time zones whose quiet hours the message respects. */
  readonly zones: string[];
  /** When it may go out. */
  readonly opening: Date;
}

/**
 * Returns the quiet hours of a recipient for a message that is requested at a time. It uses the
 * zone of the contact, or otherwise all zones of the number's area code. It uses the zone of the
 * account if there is no other zone, or if no hour suits all zones.
 */
export function findQuietHours(
  { phone, contactZone, accountZone }: RecipientZones,
  at: Date,
): QuietHours {
  const zones = validZone(contactZone) ?? lookUpAreaZones(phone);
  const opening = zones && nextOpening(zones, at);
  return opening
    ? { zones: [...zones], opening }
    : { zones: [accountZone], opening: nextOpening([accountZone], at) ?? at };
}

const validZone = (contactZone: RecipientZones['contactZone']): string[] | undefined =>
  contactZone && IANAZone.create(contactZone).isValid ? [contactZone] : undefined;

/**
 * Returns the first time, starting from `at`, that is outside the quiet hours of every zone.
 * Returns undefined if there is none, for example for three zones around the world.
 *
 * Each step moves to the latest opening of all zones. It skips no time that suits all zones,
 * because no zone is open before its opening. There are few steps until the horizon, because each
 * one ends at an opening of some zone, and each zone opens once per day.
 */
export function nextOpening(zones: readonly string[], at: Date): Date | undefined {
  const horizon = at.getTime() + horizonMs;
  for (let time = at.getTime(); time <= horizon;) {
    const opening = Math.max(time, ...zones.map((zone) => openingIn(zone, time)));
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
  now: Date,
  contactZone?: RecipientZones['contactZone'],
): Date | undefined {
  const zones = quiet_zones && (validZone(contactZone) ?? quiet_zones);
  const opening = zones === null ? undefined : nextOpening(zones, now);
  return opening && opening > now ? opening : undefined;
}

/**
 * Returns the time itself if it is outside the quiet hours, or otherwise their end. Both are in
 * milliseconds.
 */
function openingIn(zone: string, time: number): number {
  const local = DateTime.fromMillis(time, { zone });
  if (local.hour >= opens && local.hour < closes) return time;
  const day = local.hour < opens ? local : local.plus({ days: 1 });
  return day.set({ hour: opens, minute: 0, second: 0, millisecond: 0 }).toMillis();
}
