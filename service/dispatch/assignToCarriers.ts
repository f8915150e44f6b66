import type { Carrier } from '../carriers/carrier.ts';
import type { Carriers, SenderRoutes } from '../carriers/carriers.ts';
import type { MessageRow } from '../messages/toMessage.ts';
import type { SenderQueue } from './senderQueue.ts';

export interface Assignment {
  readonly row: MessageRow;
  readonly carrier: Carrier;
}

export interface RoutedQueue extends SenderQueue {
  readonly routes: SenderRoutes;
}

interface Assignments {
  readonly assigned: readonly Assignment[];
  /** Their carrier is full, but another carrier may send messages that are behind them. */
  readonly full: readonly MessageRow[];
  /** No carrier can reach their recipients. */
  readonly unroutable: readonly MessageRow[];
}

/**
 * Shares `limit` messages among the queues, so that no queue uses up the share of another. Queues
 * whose carriers are nearly full get only as much as fits, and leave the rest to the others.
 */
export function shareAmongQueues(queues: readonly RoutedQueue[], limit: number): RoutedQueue[] {
  const byCarriers = Map.groupBy(queues, ({ routes }) =>
    routes.carriers.map(({ name }) => name).join(' '),
  );
  let messages = limit;
  let count = queues.length;
  // The groups with the least capacity for each queue come first.
  return [...byCarriers.values()]
    .map((group) => ({ group, fit: Math.min(limit, group[0]!.routes.capacity) / group.length }))
    .sort((a, b) => a.fit - b.fit)
    .flatMap(({ group, fit }) => {
      const share = Math.min(fit, messages / count);
      messages -= share * group.length;
      count -= group.length;
      return group.map((queue) => ({
        ...queue,
        capacity: Math.min(queue.capacity, Math.ceil(share)),
      }));
    });
}

/**
 * Assigns messages, in order, to carriers with capacity. A message stays in the queue if it waits
 * for the result of an earlier one to the same recipient, or if its sender has only full carriers.
 */
export function assignToCarriers(
  carriers: Carriers,
  rows: readonly MessageRow[],
  queues: readonly RoutedQueue[],
): Assignments {
  const assigned: Assignment[] = [];
  const full: MessageRow[] = [];
  const unroutable: MessageRow[] = [];
  const capacity = new Map(carriers.all.map((carrier) => [carrier, carrier.capacity()]));
  const waiting = new Set<string>();
  const senders = new Map(queues.map((queue) => [`${queue.accountId} ${queue.sender}`, queue]));
  for (const row of rows) {
    const { owner, routes } = senders.get(`${row.account_id} ${row.sender}`)!;
    const { carrier } = carriers.route(
      {
        from: row.sender,
        to: row.recipient,
        owner,
        hasMedia: row.media !== null,
        textLength: (row.sent_text ?? row.text).length,
        ...(row.keeps_carrier && row.carrier !== null && { only: row.carrier }),
      },
      (one) => capacity.get(one)!,
    );
    const conversationKey = `${row.sender} ${row.recipient}`;
    if (!carrier) unroutable.push(row);
    else if (carrier.serializesPerRecipient && waiting.has(conversationKey)) continue;
    else if (capacity.get(carrier)! < 1) {
      if (routes.isMixed || row.keeps_carrier) full.push(row);
    } else {
      capacity.set(carrier, capacity.get(carrier)! - 1);
      assigned.push({ row, carrier });
    }
    waiting.add(conversationKey);
  }
  return { assigned, full, unroutable };
}
