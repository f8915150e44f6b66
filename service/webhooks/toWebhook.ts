import type { Webhook } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { iso } from '../times/iso.ts';
import type { WebhookTable } from '../store/tables/webhookTables.ts';

/** Returns a webhook as the API shows it, without its secret. */
export const toWebhook = (row: Selectable<WebhookTable>): Webhook => ({
  id: row.id,
  url: row.url,
  // The list is empty once the service has notified the webhook of its expiry.
  events: row.events.length > 0 ? row.events : ['webhook.expired'],
  filter: row.filter,
  burst_seconds: row.burst_seconds,
  status: row.status,
  disabled_reason: row.disabled_reason,
  failing_since: iso(row.failing_since),
  expires_at: iso(row.expires_at),
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
});
