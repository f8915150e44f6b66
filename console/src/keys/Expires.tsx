import type { ApiKey } from '@textloom/shared/contract';
import { formatDistance } from '../dates.ts';
import { Mark } from '../ui/Mark.tsx';
import { When } from '../ui/When.tsx';
import { classifyExpiry } from './expiry.ts';

/** Shows when a key expires, and warns if this is soon. */
export function Expires({ apiKey }: { apiKey: ApiKey }) {
  const now = Date.now();
  const { expires_at: at } = apiKey;
  const expiry = classifyExpiry(apiKey, now);
  if (at === null) return 'Never';
  if (expiry === 'expired') return <Mark tone="error">Expired</Mark>;
  if (expiry === 'soon') return <Mark tone="warning">Expires {formatDistance(at, now)}</Mark>;
  return <When at={at} />;
}
