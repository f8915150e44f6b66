import type { EventType, MessageStatus } from '@textloom/shared/contract';
import { sql, type RawBuilder } from 'kysely';

/**
 * The statuses that can follow each status. The first final status wins, because nothing follows
 * it. No status leads back, so the later of two changes is always the more advanced one.
 */
export const transitions: Record<MessageStatus, readonly MessageStatus[]> = {
  scheduled: ['queued', 'canceled', 'failed', 'expired'],
  queued: ['sent', 'canceled', 'failed', 'expired'],
  sent: ['delivered', 'undelivered', 'expired', 'unconfirmed'],
  delivered: [],
  undelivered: [],
  failed: [],
  expired: [],
  unconfirmed: [],
  canceled: [],
  received: [],
};

export const isFinal = (status: MessageStatus): boolean => transitions[status].length === 0;

/** The statuses of messages that no carrier has accepted. */
export const unsentStatuses = ['scheduled', 'queued'] as const satisfies readonly MessageStatus[];

export const isUnsentStatus = (status: MessageStatus): status is (typeof unsentStatuses)[number] =>
  unsentStatuses.some((unsent) => unsent === status);

/** Matches unsent messages, without parameters, so that the indexes of these messages match. */
export const isUnsent = (table = 'message'): RawBuilder<boolean> =>
  sql`${sql.ref(`${table}.status`)} in (${sql.join(unsentStatuses.map((status) => sql.lit(status)))})`;

type StatusEventType = Extract<EventType, `message.${MessageStatus}`>;

/**
 * Returns the event type of a status. The initial statuses have none, because the API response
 * shows them.
 */
export function statusEventType(status: MessageStatus): StatusEventType | undefined {
  return isUnsentStatus(status) ? undefined : `message.${status}`;
}
