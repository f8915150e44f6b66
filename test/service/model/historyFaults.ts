import type { MessageStatus } from '@textloom/shared/contract';
import type { MessageRow } from '../../../service/messages/toMessage.ts';
import type { CarrierSide } from './processes.ts';
import type { Snapshot } from './realService.ts';

/**
 * Ranks statuses by progress. Repeats the order here, so that a mistake in the service's own table
 * fails a test.
 */
export const rankOf: Record<MessageStatus, number> = {
  scheduled: 0,
  queued: 1,
  sent: 2,
  delivered: 3,
  undelivered: 3,
  failed: 3,
  expired: 3,
  unconfirmed: 3,
  canceled: 3,
  received: 3,
};
const isFinal = (status: MessageStatus): boolean => rankOf[status] === 3;
const failures: readonly MessageStatus[] = ['undelivered', 'failed', 'expired', 'unconfirmed'];

/** Returns changes that must never happen, whatever takes place between the two snapshots. */
export const historyFaults = (
  before: Snapshot,
  after: Snapshot,
  carrierSide: CarrierSide,
): string[] =>
  [...after.messages.values()].flatMap((row) => [
    ...changeFaults(before.messages.get(row.id), row),
    ...rowFaults(row),
    ...eventFaults(row, after.events.get(row.id)!),
    ...takingFaults(row, carrierSide),
  ]);

function changeFaults(before: MessageRow | undefined, after: MessageRow): string[] {
  if (!before) return [];
  if (rankOf[after.status] < rankOf[before.status])
    return [`${after.id} went back from ${before.status} to ${after.status}`];
  if (!isFinal(before.status)) return [];
  const changed = Object.entries(after)
    .filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof MessageRow]),
    )
    .map(([name]) => name);
  return changed.length > 0
    ? [`${after.id} was ${before.status} and still changed in ${changed.join(', ')}`]
    : [];
}

function rowFaults(row: MessageRow): string[] {
  const { id, status } = row;
  const right: readonly (readonly [boolean, string])[] = [
    [(row.final_at !== null) === isFinal(status), 'has a final_at that does not fit'],
    [
      (row.delivered_at !== null) === (status === 'delivered'),
      'has a delivered_at that does not fit',
    ],
    [rankOf[status] !== 2 || row.sent_at !== null, 'has no sent_at'],
    [(row.error !== null) === failures.includes(status), 'has an error that does not fit'],
    [!isFinal(status) || (row.claim === null && row.submitting_at === null), 'is still claimed'],
  ];
  return right.flatMap(([holds, fault]) => (holds ? [] : [`${id}, ${status}, ${fault}`]));
}

function eventFaults(row: MessageRow, events: NonNullable<ReturnType<Snapshot['events']['get']>>) {
  const statuses = events.map(({ data }) => data.status);
  const summary = `${row.id}, ${row.status}, reported ${statuses.join(', ') || 'nothing'}`;
  const isTold = isFinal(row.status) || row.status === 'sent';
  const right: readonly (readonly [boolean, string])[] = [
    [
      statuses.filter(isFinal).length === (isFinal(row.status) ? 1 : 0),
      'not exactly one final status',
    ],
    [isTold ? statuses.at(-1) === row.status : statuses.length === 0, 'not its current status'],
    [events.every(({ type, data }) => type === `message.${data.status}`), 'with a wrong type'],
    [events.every(({ data }, index) => data.sequence === index + 1), 'with a gap in the sequence'],
    [row.sequence === events.length, 'not as many as its sequence says'],
    [
      events.every(({ data }, index) =>
        index === 0
          ? data.previous_status === 'queued' || data.previous_status === 'scheduled'
          : data.previous_status === statuses[index - 1],
      ),
      'with a wrong previous status',
    ],
    [new Set(events.map(({ id }) => id)).size === events.length, 'twice under one ID'],
  ];
  return right.flatMap(([holds, fault]) => (holds ? [] : [`${summary}: ${fault}`]));
}

function takingFaults({ id }: MessageRow, { accepted, forgotten }: CarrierSide): string[] {
  const times = accepted.get(id)?.length ?? 0;
  const allowed = 1 + forgotten.filter((one) => one === id).length;
  return times > allowed ? [`The carrier has accepted ${id} ${times} times`] : [];
}
