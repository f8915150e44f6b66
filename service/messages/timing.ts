import { refuse } from '../lib/errors.ts';
import { iso } from '../lib/iso.ts';
import { parseTime } from '../lib/parseTime.ts';
import { quietHoursOf } from './quietHours.ts';
import {
  type Caller,
  type Fact,
  type NewMessage,
  type Timing,
  day,
  valueOrThrow,
} from './facts.ts';
import type { Known } from './lookUpFacts.ts';

const furthestAhead = 35 * day;

/** Clocks differ and a request takes time, so a time that passed this recently counts as now. */
const graceMs = 60_000;

/** Returns when a message goes out: at the requested time, or when the recipient's quiet hours end. */
export function timingOf(
  { account, now }: Caller,
  { send_at, ttl = 86_400, purpose }: NewMessage,
  { contacts }: Known,
  recipient: Fact<string>,
): Timing {
  const wanted = send_at === undefined ? now : wantedAt(send_at, now);
  const expiresAt = new Date(wanted.getTime() + ttl * 1000);
  const asWanted = { sendAt: wanted > now ? wanted : null, heldReason: null, expiresAt };
  if (purpose !== 'marketing') return { ...asWanted, quietZones: null };
  const phone = valueOrThrow(recipient);
  const contactZone = contacts.get(phone)?.time_zone;
  const quiet = quietHoursOf({ phone, contactZone, accountZone: account.time_zone }, wanted);
  const quietZones = quiet.zones;
  return quiet.opening > wanted
    ? { sendAt: quiet.opening, heldReason: 'quiet_hours', quietZones, expiresAt }
    : { ...asWanted, quietZones };
}

/** Returns the requested time, or now if that has passed. */
function wantedAt(text: string, now: Date): Date {
  const at = parseTime(text, '/send_at');
  const ahead = at.getTime() - now.getTime();
  if (ahead > furthestAhead) refuse('/send_at', 'out_of_range', 'is more than 35 days ahead');
  if (ahead < -graceMs) refuse('/send_at', 'out_of_range', 'has passed');
  return ahead > 0 ? at : now;
}

/** Refuses a message that is certain to expire, because it would be lost silently. */
export const refuseHold = (opening: Date): never =>
  refuse(
    '/ttl',
    'out_of_range',
    `expires before the recipient's quiet hours end at ${iso(opening)}; increase it, or send later`,
  );
