import type { Carrier } from '../carriers/carrier.ts';
import type { Carriers } from '../carriers/carriers.ts';
import type { MessageRow } from '../messages/messageOf.ts';
import type { Line } from './senderQueue.ts';

export interface Allotted {
  readonly row: MessageRow;
  readonly carrier: Carrier;
}

interface Allotment {
  readonly given: readonly Allotted[];
  /** Their carrier has no room now. */
  readonly full: readonly MessageRow[];
  /** No carrier reaches them any more. */
  readonly unroutable: readonly MessageRow[];
}

/**
 * Gives messages, in the order of their turn, to the carriers as far as these have room. What waits
 * for the answer to an earlier message of its own recipient is left where it is.
 */
export function allot(
  carriers: Carriers,
  rows: readonly MessageRow[],
  lines: readonly Line[],
): Allotment {
  const given: Allotted[] = [];
  const full: MessageRow[] = [];
  const unroutable: MessageRow[] = [];
  const room = new Map(carriers.all.map((carrier) => [carrier, carrier.room()]));
  const asked = new Set<string>();
  const owners = new Map(
    lines.map(({ accountId, sender, owner }) => [`${accountId} ${sender}`, owner]),
  );
  for (const row of rows) {
    const carrier = carriers.route({
      from: row.sender,
      to: row.recipient,
      owner: owners.get(`${row.account_id} ${row.sender}`) ?? null,
    });
    const way = `${row.sender} ${row.recipient}`;
    if (typeof carrier === 'string') unroutable.push(row);
    else if (carrier.isOneByOne && asked.has(way)) continue;
    else if (room.get(carrier)! < 1) full.push(row);
    else {
      room.set(carrier, room.get(carrier)! - 1);
      given.push({ row, carrier });
    }
    asked.add(way);
  }
  return { given, full, unroutable };
}
