import { limits } from '@textloom/shared/contract';
import { refuse } from '../../errors/serviceError.ts';
import { iso } from '../../times/iso.ts';
import { parseTime } from '../../times/parseTime.ts';
import { findZones } from './quietHours.ts';
import {
  type DraftContext,
  type Fact,
  type FilledMessage,
  type Timing,
  valueOrThrow,
} from '../facts.ts';
import { day } from '../../times/durations.ts';
import type { Lookups } from '../lookUpFacts.ts';

const maxAheadMs = limits.sendAheadDays * day;

/** Clocks differ and a request takes time, so a time that passed this recently counts as now. */
const graceMs = limits.sendPastSeconds * 1000;

/**
 * Returns when a message goes out: at the requested time, or when the recipient's quiet hours end.
 */
export function planTiming(
  { now }: DraftContext,
  { send_at, ttl, purpose }: Pick<FilledMessage, 'send_at' | 'ttl' | 'purpose'>,
  { findContactByPhone, findOpening }: Lookups,
  recipient: Fact<string>,
): Timing {
  const requestedAt = send_at === undefined ? now : parseSendAt(send_at, now);
  const expiresAt = new Date(requestedAt.getTime() + ttl * 1000);
  const requested = { sendAt: requestedAt > now ? requestedAt : null, heldReason: null, expiresAt };
  if (purpose !== 'marketing') return { ...requested, quietZones: null };
  const phone = valueOrThrow(recipient);
  const contactZone = findContactByPhone(phone)?.time_zone;
  const zones = findZones({ phone, contactZone });
  const { zones: quietZones, opening } = findOpening(zones, requestedAt);
  return opening > requestedAt
    ? { sendAt: opening, heldReason: 'quiet_hours', quietZones, expiresAt }
    : { ...requested, quietZones };
}

/** Returns the requested time, or now if that has passed. */
export function parseSendAt(text: string, now: Date): Date {
  const at = parseTime(text, '/send_at');
  const ahead = at.getTime() - now.getTime();
  if (ahead > maxAheadMs)
    refuse('/send_at', 'out_of_range', `is more than ${limits.sendAheadDays} days ahead`);
  if (ahead < -graceMs) refuse('/send_at', 'out_of_range', 'has passed');
  return ahead > 0 ? at : now;
}

/** Refuses a message that is certain to expire, because it would be lost silently. */
export const refuseExpiry = (opening: Date): never =>
  refuse(
    '/ttl',
    'out_of_range',
    `expires before the recipient's quiet hours end at ${iso(opening)}; increase it, or send later`,
  );
