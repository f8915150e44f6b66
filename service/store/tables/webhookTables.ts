import type { EventType, Webhook, WebhookFilter } from '@textloom/shared/contract';
import type { Generated } from 'kysely';
import type { Json, NullableJson } from './tables.ts';

export interface EventTable {
  id: string;
  account_id: string;
  type: EventType;
  message_id: string | null;
  /** The only webhook that gets the event, if it joins texts for this webhook. */
  webhook_id: Generated<string | null>;
  /** The exact bytes that the service signs and delivers. */
  body: string;
  created_at: Date;
}

/** Texts of one conversation that wait for more texts, to become one event for a webhook. */
export interface BurstTable {
  webhook_id: string;
  conversation_id: string;
  account_id: string;
  /** The events of the texts. */
  event_ids: string[];
  opened_at: Date;
  /** When the burst closes if no more texts come. */
  due_at: Date;
}

export interface WebhookTable {
  id: string;
  account_id: string;
  url: string;
  events: Json<Webhook['events']>;
  filter: NullableJson<WebhookFilter>;
  burst_seconds: Generated<number | null>;
  secret: string;
  status: Webhook['status'];
  disabled_reason: string | null;
  /** Signs in addition to the new secret, until `previous_secret_until`. */
  previous_secret: Generated<string | null>;
  previous_secret_until: Generated<Date | null>;
  /** When deliveries started to fail. Null while the receiver accepts them. */
  failing_since: Generated<Date | null>;
  expires_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface DeliveryTable {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: EventType;
  attempt: number;
  status_code: number | null;
  /** The first characters of the response body. */
  answer: string | null;
  error: string | null;
  duration_ms: number;
  started_at: Date;
  next_attempt_at: Date | null;
  /** Whether the receiver has acknowledged the event, whatever it responded. */
  is_acknowledged: boolean;
}

export interface AcknowledgedEventTable {
  webhook_id: string;
  event_id: string;
}

export interface EventClaimTable extends AcknowledgedEventTable {
  /** Names the process. */
  claimant: string;
  expires_at: Date;
}
