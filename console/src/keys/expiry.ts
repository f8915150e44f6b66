import type { ApiKey } from '@textloom/shared/contract';

const day = 86_400_000;
/** How long before the end the console warns. */
export const soonMs = 7 * day;
/** A key that a program used in this time is in use. */
const usedMs = 30 * day;

export type Expiry = 'never' | 'later' | 'soon' | 'expired';

export function classifyExpiry({ expires_at }: Pick<ApiKey, 'expires_at'>, now: number): Expiry {
  if (expires_at === null) return 'never';
  const left = Date.parse(expires_at) - now;
  if (left <= 0) return 'expired';
  return left < soonMs ? 'soon' : 'later';
}

/** Returns whether a program loses access soon, or lost it in the last days. */
export function needsNewKey(key: ApiKey, now: number): boolean {
  const { last_used_at, expires_at } = key;
  if (last_used_at === null || now - Date.parse(last_used_at) > usedMs) return false;
  const expiry = classifyExpiry(key, now);
  if (expiry !== 'expired') return expiry === 'soon';
  // After a rotation, the end of the old key does not surprise anybody.
  return key.replaced_by === null && now - Date.parse(expires_at!) < soonMs;
}
