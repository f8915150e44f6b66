import type { Selectable } from 'kysely';
import type { WebhookTable } from '../../store/tables/webhookTables.ts';

/** Leaves time to deliver a burst before its webhook expires. */
const marginMs = 5_000;

/** Returns when an open burst of a webhook is due at the latest, in milliseconds since 1970. */
export const latestDueAt = ({
  expires_at,
}: Pick<Selectable<WebhookTable>, 'expires_at'>): number =>
  expires_at === null ? Infinity : expires_at.getTime() - marginMs;
