import type { Attempt, Event, Message } from '@textloom/shared/contract';
import { compareTimes } from '../dates.ts';
import { toAttemptSteps } from './attemptSteps.ts';

export interface Step {
  readonly key: string;
  readonly title: string;
  /** Absent for a step without a known time. */
  readonly at?: string;
  readonly note?: string | undefined;
  readonly tone: 'success' | 'error' | 'warning' | 'neutral' | 'pending';
  /** The event that webhooks receive for this step. */
  readonly event?: Event;
}

/** Returns the past steps of a message in order, and the next step. */
export function toSteps(
  message: Message,
  events: readonly Event[],
  attempts: readonly Attempt[] = [],
): Step[] {
  const taker = attempts.find(({ result }) => result === 'accepted')?.carrier;
  const sorted = events
    .toSorted(
      (a, b) => eventSequence(a) - eventSequence(b) || compareTimes(a.timestamp, b.timestamp),
    )
    .map((event) => toStep(event, taker));
  if (message.direction === 'inbound') return sorted;
  const accepted: Step = {
    key: 'taken',
    title: 'Accepted by the service',
    at: message.created_at,
    tone: 'neutral',
  };
  const steps = mergeByTime(sorted, toAttemptSteps(attempts.toReversed()));
  return [accepted, ...steps, ...(message.final_at === null ? [next(message)] : [])];
}

/** Puts each attempt before the first step that came later. The order of the steps stays. */
function mergeByTime(steps: readonly Step[], attempts: readonly Step[]): Step[] {
  const merged = [...steps];
  for (const attempt of attempts) {
    const later = merged.findIndex(({ at }) => compareTimes(at!, attempt.at!) > 0);
    merged.splice(later === -1 ? merged.length : later, 0, attempt);
  }
  return merged;
}

/** The taker is the carrier that accepted the message, if others did not. */
function toStep(event: Event, taker: string | undefined): Step {
  const { title, note, tone } = eventTexts[event.type] ?? {
    title: event.type,
    tone: 'neutral' as const,
  };
  const error = 'error' in event.data ? event.data.error : null;
  return {
    key: event.id,
    title,
    at: event.timestamp,
    note: error
      ? `${error.message}.`
      : event.type === 'message.sent' && taker !== undefined
        ? `The carrier ${taker} accepted the message.`
        : note,
    tone,
    event,
  };
}

interface EventText {
  readonly title: string;
  readonly note?: string;
  readonly tone: Step['tone'];
}
type MessageEventType = Extract<Event['type'], `message.${string}`>;
const eventTexts: Record<MessageEventType, EventText> & Partial<Record<Event['type'], EventText>> =
  {
    'message.received': { title: 'Received', tone: 'success' },
    'message.sent': { title: 'Sent', note: 'The carrier accepted the message.', tone: 'neutral' },
    'message.delivered': {
      title: 'Delivered',
      note: 'The carrier confirmed that the message reached the handset.',
      tone: 'success',
    },
    'message.undelivered': { title: 'Not delivered', tone: 'error' },
    'message.failed': { title: 'Failed', tone: 'error' },
    'message.expired': { title: 'Expired', tone: 'error' },
    'message.unconfirmed': { title: 'Unconfirmed', tone: 'warning' },
    'message.canceled': { title: 'Canceled', note: 'The message was not sent.', tone: 'neutral' },
  };

function next({ status, send_at, sent_at }: Message): Step {
  if (status === 'scheduled' && send_at !== null)
    return { key: 'next', title: 'Will be sent', at: send_at, tone: 'pending' };
  return sent_at === null
    ? { key: 'next', title: 'Waiting in the queue', tone: 'pending' }
    : { key: 'next', title: 'Waiting for the delivery receipt', tone: 'pending' };
}

const eventSequence = ({ data }: Event): number => ('sequence' in data ? data.sequence : 0);
