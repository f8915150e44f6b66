import type { Broadcast, BroadcastRecipient } from '@textloom/shared/contract';

type Counts = Broadcast['counts'];

export interface Share {
  readonly label: string;
  readonly color: string;
  readonly count: number;
}

/** Groups the recipients of a broadcast by what became of their messages. */
export function toShares(counts: Counts): Share[] {
  const failed = counts.undelivered + counts.failed + counts.expired;
  return [
    { label: 'Delivered', color: 'var(--mantine-color-teal-7)', count: counts.delivered },
    { label: 'Sent', color: 'var(--mantine-color-blue-6)', count: counts.sent },
    { label: 'Not confirmed', color: 'var(--mantine-color-yellow-6)', count: counts.unconfirmed },
    { label: 'Failed', color: 'var(--mantine-color-red-7)', count: failed },
    { label: 'Skipped', color: 'var(--mantine-color-gray-6)', count: counts.skipped },
    { label: 'Canceled', color: 'var(--mantine-color-gray-5)', count: counts.canceled },
    {
      label: 'Waiting',
      color: 'var(--mantine-color-default-border)',
      count: counts.pending + counts.queued,
    },
  ].filter(({ count }) => count > 0);
}

type StoppedReason = NonNullable<Broadcast['stopped_reason']>;

/** Says why the service stopped a broadcast, and what to do. */
export const stoppedReasons: Readonly<Record<StoppedReason, string>> = {
  failure_rate:
    'Too many messages did not arrive. Look at the failed messages, then resume or cancel.',
  opt_out_rate:
    'Too many recipients opted out. Check the text and who gets it, then resume or cancel.',
  daily_limit_reached:
    'The account has reached its daily limit of segments. Resume tomorrow, or ask the operator to raise the limit.',
  sender_released:
    'The sender no longer belongs to the account. Cancel, and start a new broadcast.',
  list_deleted: 'A list of the audience was deleted. Cancel, and start a new broadcast.',
  too_many_recipients:
    'The audience has more contacts than a broadcast can reach. Cancel, and choose smaller lists or a narrower filter.',
};

/** Returns true if the service would stop a resumed broadcast again for the same reason. */
export const wouldStopAgain = (reason: StoppedReason | null): boolean =>
  reason === 'sender_released' || reason === 'list_deleted' || reason === 'too_many_recipients';

/** Names the reasons why a recipient gets no message. */
export const skippedReasons: Readonly<
  Record<NonNullable<BroadcastRecipient['skipped_reason']>, string>
> = {
  opted_out: 'Opted out',
  pending_consent: 'Not confirmed yet',
  opt_out_in_review: 'Possible opt-out in review',
  missing_merge_field: 'A merge field is empty',
  too_many_segments: 'The text is too long',
  not_allowed: 'The account may not text the number',
  no_route: 'No route to the number',
  unregistered_sender: 'The sender is not registered for marketing',
  contact_deleted: 'Contact deleted',
  canceled: 'Canceled',
};
