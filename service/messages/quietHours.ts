import { DateTime, IANAZone } from 'luxon';
import { areaZonesOf } from './areaZones.ts';
import type { MessageRow } from './messageOf.ts';

/** Marketing goes out from the first to before the second of these hours of the recipient's day. */
const opens = 8;
const closes = 21;

/** Hours that recur each day have met within this time, or never do. */
const horizonMs = 3 * 86_400_000;

interface Whereabouts {
  /** E.164. */
  readonly phone: string;
  /** What the contact says of itself. */
  readonly contactZone: string | null | undefined;
  readonly accountZone: string;
}

interface Quiet {
  /** The time zones whose quiet hours the message keeps. */
  readonly zones: string[];
  /** When it may go out. */
  readonly opening: Date;
}

/**
 * The quiet hours of a recipient for what is wanted at a time: those in the zone of the contact, else
 * in all those of the number's area code, else in that of the account, which also counts where no
 * hour suits all.
 */
export function quietHoursOf({ phone, contactZone, accountZone }: Whereabouts, at: Date): Quiet {
  const zones = zonesOf(contactZone) ?? areaZonesOf(phone);
  const opening = zones && nextOpening(zones, at);
  return opening
    ? { zones: [...zones], opening }
    : { zones: [accountZone], opening: nextOpening([accountZone], at) ?? at };
}

const zonesOf = (contactZone: Whereabouts['contactZone']): string[] | undefined =>
  contactZone && IANAZone.create(contactZone).isValid ? [contactZone] : undefined;

/**
 * The first time, from this one on, that is outside the quiet hours of every zone. Undefined where
 * there is none, as of three zones around the world.
 *
 * No zone lets anything go before its own opening, so to go on to the latest of these passes over no
 * time that suits all. Each step ends at an opening of some zone, of which there is one a day, so
 * that there are few until the horizon.
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
 * Until when a message that is about to be handed over must wait, because the quiet hours of its
 * recipient have come over its place in the line: those in the zone that the contact has by now, else
 * those that the message was taken with. Undefined where it may go.
 */
export function heldUntil(
  { quiet_zones }: Pick<MessageRow, 'quiet_zones'>,
  now: Date,
  contactZone?: Whereabouts['contactZone'],
): Date | undefined {
  const zones = quiet_zones && (zonesOf(contactZone) ?? quiet_zones);
  const opening = zones === null ? undefined : nextOpening(zones, now);
  return opening && opening > now ? opening : undefined;
}

/** The time itself where it is outside the quiet hours, else the end of these. Both in milliseconds. */
function openingIn(zone: string, time: number): number {
  const local = DateTime.fromMillis(time, { zone });
  if (local.hour >= opens && local.hour < closes) return time;
  const day = local.hour < opens ? local : local.plus({ days: 1 });
  return day.set({ hour: opens, minute: 0, second: 0, millisecond: 0 }).toMillis();
}
