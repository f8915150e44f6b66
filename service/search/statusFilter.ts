import { messageStatus, type Message, type MessageStatus } from '@textloom/shared/contract';

export interface StatusFilter {
  /** The messages have one of these statuses. Undefined means all of them. */
  readonly statuses?: readonly MessageStatus[] | undefined;
  readonly direction?: Message['direction'] | undefined;
}

/** Statuses that no index finds. Most messages pass through them or end in one of them. */
const commonStatuses: readonly MessageStatus[] = ['queued', 'sent', 'delivered', 'received'];

/** The statuses of messages that have an error. */
const errorStatuses = ['undelivered', 'failed', 'expired', 'unconfirmed'] as const;

/** Leaves out the statuses whose messages have no error, because an index finds only the others. */
export const keepErrorStatuses = (
  statuses: readonly MessageStatus[] = errorStatuses,
): MessageStatus[] => errorStatuses.filter((one) => statuses.includes(one));

/** Returns true if an index finds the messages of each status, in the order of their IDs. */
export const areRare = (statuses: readonly MessageStatus[]): boolean =>
  statuses.every((status) => !commonStatuses.includes(status));

/** Returns the statuses that messages can have. Only received texts have the status received. */
export function possibleStatuses({ statuses, direction }: StatusFilter): StatusFilter['statuses'] {
  if (direction === undefined) return statuses;
  const isInbound = direction === 'inbound';
  return (statuses ?? messageStatus.enum).filter((one) => (one === 'received') === isInbound);
}
