import type { Message, MessageStatus, ReportCounts } from '@textloom/shared/contract';

/** The statuses of texts that certainly did not arrive. */
export const failedStatuses = [
  'undelivered',
  'failed',
  'expired',
] as const satisfies MessageStatus[];
export type FailedStatus = (typeof failedStatuses)[number];

export interface Reason {
  readonly status: FailedStatus;
  /** Why the texts did not arrive. */
  readonly text: string;
  readonly count: number;
  readonly retryable: boolean;
}

/** Groups failed messages by the reason, the most frequent one first. */
export function toReasons(messages: readonly Message[]): Reason[] {
  const groups = Map.groupBy(messages, ({ status, error }) => `${status} ${error?.code ?? ''}`);
  return [...groups.values()]
    .map(([first, ...others]) => ({
      status: first!.status as FailedStatus,
      text: first!.error?.message ?? 'The reason is unknown',
      count: others.length + 1,
      retryable: first!.error?.retryable ?? false,
    }))
    .sort((a, b) => b.count - a.count);
}

export const countFailed = (counts: ReportCounts): number =>
  failedStatuses.reduce((sum, status) => sum + counts[status], 0);

/** Returns the messages that were sent, including those on their way. */
export const countSent = (counts: ReportCounts): number =>
  counts.messages - counts.received - counts.scheduled - counts.canceled;

export const countWaiting = ({ queued, sent }: ReportCounts): number => queued + sent;
