import type { Carrier } from '../carriers/carrier.ts';
import type { Carriers } from '../carriers/carriers.ts';
import type { MessageRow } from '../messages/toMessage.ts';
import type { SenderQueue } from './senderQueue.ts';

export interface Assignment {
  readonly row: MessageRow;
  readonly carrier: Carrier;
}

interface Assignments {
  readonly assigned: readonly Assignment[];
  /** Their carrier has no capacity now. */
  readonly full: readonly MessageRow[];
  /** No carrier can reach their recipients. */
  readonly unroutable: readonly MessageRow[];
}

/**
 * Assigns messages, in order, to carriers with capacity. A message that waits for the result of an
 * earlier one to the same recipient stays in the queue.
 */
export function assignToCarriers(
  carriers: Carriers,
  rows: readonly MessageRow[],
  queues: readonly SenderQueue[],
): Assignments {
  const assigned: Assignment[] = [];
  const full: MessageRow[] = [];
  const unroutable: MessageRow[] = [];
  const capacity = new Map(carriers.all.map((carrier) => [carrier, carrier.capacity()]));
  const waiting = new Set<string>();
  const owners = new Map(
    queues.map(({ accountId, sender, owner }) => [`${accountId} ${sender}`, owner]),
  );
  for (const row of rows) {
    const carrier = carriers.route(
      {
        from: row.sender,
        to: row.recipient,
        owner: owners.get(`${row.account_id} ${row.sender}`) ?? null,
        hasMedia: row.media !== null,
        ...(row.keeps_carrier && row.carrier !== null && { only: row.carrier }),
      },
      (one) => capacity.get(one)!,
    );
    const conversationKey = `${row.sender} ${row.recipient}`;
    if (typeof carrier === 'string') unroutable.push(row);
    else if (carrier.serializesPerRecipient && waiting.has(conversationKey)) continue;
    else if (capacity.get(carrier)! < 1) full.push(row);
    else {
      capacity.set(carrier, capacity.get(carrier)! - 1);
      assigned.push({ row, carrier });
    }
    waiting.add(conversationKey);
  }
  return { assigned, full, unroutable };
}
