import type { EventEmitter } from 'node:events';
import { ApiError, type Client } from '@textloom/shared/client';

interface Subscription {
  readonly nodeId: string;
  readonly client: Client;
  readonly url: string;
  /** The ID of the webhook, if this process created it. */
  readonly id?: string;
}

export interface Subscriptions {
  /** Marks a node as running. Returns a function that ends this. */
  readonly run: (nodeId: string) => () => void;
  /** Remembers a subscription until it ends, and ends the one that it replaces. */
  readonly hold: (key: string, subscription: Subscription) => void;
  readonly end: (key: string) => Promise<void>;
}

/**
 * Remembers the subscriptions of this Node-RED. After a deployment, it ends those of nodes that no
 * longer run. A node cannot do that when it closes, because Node-RED does not tell a node in a subflow
 * whether it starts again.
 *
 * @param events the events of Node-RED
 */
export function createSubscriptions(
  events: EventEmitter,
  warn: (what: string) => void,
): Subscriptions {
  const held = new Map<string, Subscription>();
  const running = new Set<string>();

  const remove = async (subscription: Subscription): Promise<boolean> => {
    try {
      await deleteWebhook(subscription);
      return true;
    } catch (error) {
      warn(`Textloom could not end a subscription: ${(error as Error).message}`);
      return false;
    }
  };
  const end = async (key: string) => {
    const subscription = held.get(key);
    // After a failure, the next deployment tries again.
    if (subscription && (await remove(subscription)) && held.get(key) === subscription)
      held.delete(key);
  };
  events.on('flows:started', () => {
    for (const [key, { nodeId }] of held) if (!running.has(nodeId)) void end(key);
  });
  return {
    run: (nodeId) => {
      running.add(nodeId);
      return () => void running.delete(nodeId);
    },
    hold: (key, subscription) => {
      const before = held.get(key);
      held.set(key, subscription);
      // The address or the account of the node has changed.
      if (before && before.id !== subscription.id) void remove(before);
    },
    end,
  };
}

async function deleteWebhook({ client, url, id }: Subscription): Promise<void> {
  const webhookId = id ?? (await findWebhook(client, url));
  if (webhookId === undefined) return;
  await client.webhook.delete({ id: webhookId }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
  });
}

/** Returns the ID of the webhook with an address, or undefined if there is none. */
export const findWebhook = async (client: Client, url: string): Promise<string | undefined> =>
  (await client.webhook.list({ url })).data[0]?.id;
