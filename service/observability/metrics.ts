import { messageStatus } from '@textloom/shared/contract';
import { Counter, Histogram } from 'prom-client';

// Prometheus sees an increase only in a series that it knows, so each series starts at 0.

/** Counts statuses as they are recorded, including those that a transaction rolls back. */
export const messageStatuses = new Counter({
  name: 'textloom_messages_total',
  help: 'Messages that reached a status, in this process',
  labelNames: ['status'],
});
for (const status of messageStatus.enum) messageStatuses.inc({ status }, 0);

export const incoming = new Counter({
  name: 'textloom_incoming_total',
  help: 'Responses, receipts, and texts from carriers: accepted, unassigned because no account holds the number, dropped because they can never be stored, or postponed, and callbacks that were refused: forged or unreadable, in this process',
  labelNames: ['kind', 'outcome'],
});
for (const kind of ['response', 'receipt', 'text']) incoming.inc({ kind, outcome: 'dropped' }, 0);
incoming.inc({ kind: 'text', outcome: 'unassigned' }, 0);
for (const outcome of ['forged', 'unreadable']) incoming.inc({ kind: 'callback', outcome }, 0);

export const deliveries = new Counter({
  name: 'textloom_deliveries_total',
  help: 'Attempts to deliver an event to a webhook, by whether the receiver accepted it, and failed attempts whose event the receiver acknowledged, in this process',
  labelNames: ['outcome'],
});
for (const outcome of ['succeeded', 'failed', 'acknowledged']) deliveries.inc({ outcome }, 0);

export const erased = new Counter({
  name: 'textloom_retention_erased_total',
  help: 'Messages that lost their text or were deleted because of a retention setting, in this process',
  labelNames: ['what'],
});
for (const what of ['text', 'message']) erased.inc({ what }, 0);

export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from a request to the end of its response, in this process',
  labelNames: ['operation', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});
