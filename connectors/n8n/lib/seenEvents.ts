import { createSeenEvents } from '@textloom/shared/connector/seenEvents';

/**
 * The events that started a workflow, for all nodes in this process.
 *
 * Other processes that take webhooks do not know of them, nor does n8n offer a webhook what they
 * share: it throws away what a webhook writes into static data whenever the webhook starts an
 * execution, and its own deduplication is for nodes that are executed.
 */
export const seenEvents = createSeenEvents(10_000);
