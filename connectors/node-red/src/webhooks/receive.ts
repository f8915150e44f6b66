import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { noneIfMissing, type Client } from '@textloom/shared/client';
import { createAcknowledge } from '@textloom/shared/connector/events/acknowledge';
import { claimEvent } from '@textloom/shared/connector/events/claim';
import { genuineEvent } from '@textloom/shared/connector/events/delivery';
import { createSeenEvents, isFirst, seenKey } from '@textloom/shared/connector/events/seenEvents';
import { headers, type ClaimStatus, type Event } from '@textloom/shared/contract';
import type { Delivery } from './endpoint.ts';
import { findWebhook } from './subscriptions.ts';

/** Standard Webhooks recommends this limit. */
const toleranceSeconds = 300;
/** Leaves time to respond before the service gives up an attempt. */
const claimMs = 8_000;
/** Identifies this process to the service. */
const claimant = randomUUID();
/** Remembers the events that this process has handled, for all nodes. */
const seen = createSeenEvents();
// A request that still waits does not keep Node-RED from ending.
const acknowledge = createAcknowledge((milliseconds) =>
  wait(milliseconds, undefined, { ref: false }),
);

interface Subscriber {
  readonly client: Client;
  readonly url: string;
  readonly secret: string;
  readonly warn: (reason: string) => void;
  /** Returns the ID of the webhook, if this process created it. */
  readonly webhookId?: () => string | undefined;
  readonly accepts: (event: Event) => boolean;
  /** Returns false after the node has closed. */
  readonly isOpen: () => boolean;
  /** Starts or continues the flow. */
  readonly handle: (event: Event) => void;
  /** Whether `handle` itself skips repeated events. */
  readonly handlesOnce?: boolean;
}

/**
 * Handles a delivery if it is genuine, wanted and new, and returns the status code of the response.
 * Another process may have handled an earlier attempt before Node-RED started again. The service knows
 * that, because the node acknowledges what it handles.
 */
export async function receive(delivery: Delivery, subscriber: Subscriber): Promise<number> {
  const { url, secret, warn, accepts, isOpen, handle, handlesOnce = false } = subscriber;
  const onRefused = (reason: string) => warn(`A delivery was refused: ${reason}`);
  const event = genuineEvent(delivery, { secret, toleranceSeconds, now: Date.now(), onRefused });
  if (!event) return 401;
  if (!accepts(event)) return 200;
  const key = seenKey(url, event);
  if (!handlesOnce && seen.has(key)) return 200;
  const attempt = Number(delivery.headers[headers.webhookAttempt] ?? 1);
  const status = attempt > 1 ? await claim(subscriber, event, attempt) : 'granted';
  // The flow may have stopped during the claim. The node that starts next gets the next attempt.
  if (status === 'busy' || !isOpen()) return 503;
  if (status === 'granted' && (handlesOnce || (await isFirst(seen, key)))) handle(event);
  // A later wait for the same text has another webhook with this URL, so the node looks now.
  const found = handlesOnce ? resolveWebhookId(subscriber) : undefined;
  found?.catch(() => undefined);
  acknowledge({
    webhook: url,
    eventId: event.id,
    send: (eventIds) => sendAcknowledgement(subscriber, eventIds, found),
    onError: ({ message }) => warn(`Events could not be acknowledged: ${message}`),
  });
  return 200;
}

async function claim(subscriber: Subscriber, { id }: Event, attempt: number): Promise<ClaimStatus> {
  const { client, warn } = subscriber;
  return claimEvent(client, {
    eventId: id,
    claimant,
    attempt,
    signal: AbortSignal.timeout(claimMs),
    webhookId: (signal) => resolveWebhookId(subscriber, signal),
    onError: ({ message }) => warn(`An event could not be claimed: ${message}`),
  });
}

async function sendAcknowledgement(
  subscriber: Subscriber,
  event_ids: string[],
  found?: Promise<string | undefined>,
): Promise<void> {
  const resolve = () => resolveWebhookId(subscriber);
  const id = await (found?.catch(resolve) ?? resolve());
  if (id === undefined) return;
  // A webhook that has ended, as after a reply, delivers nothing again.
  await subscriber.client.webhook.acknowledge({ id, event_ids }).catch(noneIfMissing);
}

const resolveWebhookId = async (
  { client, url, webhookId }: Subscriber,
  signal?: AbortSignal,
): Promise<string | undefined> => webhookId?.() ?? findWebhook(client, url, signal);
