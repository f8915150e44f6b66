import type { Event, Message } from '@textloom/shared/contract';

export interface Step {
  readonly key: string;
  readonly title: string;
  /** Absent of what is still to come. */
  readonly at?: string;
  readonly note?: string | undefined;
  readonly tone: 'live' | 'bad' | 'odd' | 'plain' | 'wait';
  /** What the webhooks are told of it. */
  readonly event?: Event;
}

/** The way of a message in the order in which it went, and what is still to come. */
export function stepsOf(message: Message, events: readonly Event[]): Step[] {
  const told = events
    .toSorted((a, b) => sequenceOf(a) - sequenceOf(b) || compare(a.timestamp, b.timestamp))
    .map(stepOf);
  if (message.direction === 'inbound') return told;
  const taken: Step = {
    key: 'taken',
    title: 'Taken by the service',
    at: message.created_at,
    tone: 'plain',
  };
  return [taken, ...told, ...(message.final_at === null ? [next(message)] : [])];
}

function stepOf(event: Event): Step {
  const { title, note, tone } = words[event.type] ?? { title: event.type, tone: 'plain' as const };
  const error = 'error' in event.data ? event.data.error : null;
  return {
    key: event.id,
    title,
    at: event.timestamp,
    note: error ? `${error.message}.` : note,
    tone,
    event,
  };
}

interface Words {
  readonly title: string;
  readonly note?: string;
  readonly tone: Step['tone'];
}
const words: Partial<Record<Event['type'], Words>> = {
  'message.received': { title: 'Received', tone: 'live' },
  'message.sent': { title: 'Sent', note: 'The carrier has taken it.', tone: 'plain' },
  'message.delivered': {
    title: 'Delivered',
    note: 'The carrier says that it has reached the handset.',
    tone: 'live',
  },
  'message.undelivered': { title: 'Not delivered', tone: 'bad' },
  'message.failed': { title: 'Failed', tone: 'bad' },
  'message.expired': { title: 'Expired', tone: 'bad' },
  'message.unconfirmed': { title: 'Unconfirmed', tone: 'odd' },
  'message.canceled': { title: 'Canceled', note: 'It was not sent.', tone: 'plain' },
};

function next({ status, send_at, sent_at }: Message): Step {
  if (status === 'scheduled' && send_at !== null)
    return { key: 'next', title: 'To be sent', at: send_at, tone: 'wait' };
  return sent_at === null
    ? { key: 'next', title: 'Waiting for its turn', tone: 'wait' }
    : { key: 'next', title: 'Waiting for the receipt of the carrier', tone: 'wait' };
}

const sequenceOf = ({ data }: Event): number => ('sequence' in data ? data.sequence : 0);

/** Times are RFC 3339 in UTC, so their order is that of their characters. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
