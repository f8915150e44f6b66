import { ApiError, type Clock } from '../../client/index.ts';
import { limits } from '../../contract/index.ts';

/** How long to collect events. The service repeats a delivery after two seconds or more. */
const pauseMs = 1_000;
const longestPauseMs = 120_000;

/** An event that this process has handled. */
interface Handled {
  /** Identifies the webhook that delivered the event. */
  readonly webhook: string;
  readonly eventId: string;
  /** Acknowledges events of this webhook. */
  readonly send: (eventIds: string[]) => Promise<void>;
  /** Learns of each request that fails. */
  readonly onError: (error: Error) => void;
}

/**
 * Creates a function that tells the service that an event is handled. If the response to the delivery
 * is lost, the service then does not deliver the event again. Events of the same time share a request,
 * because the events of a broadcast would otherwise use up the rate limit.
 */
export function createAcknowledge(sleep: Clock['sleep']): (handled: Handled) => void {
  /** The IDs of the events to acknowledge, for each webhook. */
  const waiting = new Map<string, string[]>();
  return ({ webhook, eventId, ...request }) => {
    const others = waiting.get(webhook);
    if (others && others.length < limits.acknowledgedEvents) {
      others.push(eventId);
      return;
    }
    const eventIds = [eventId];
    waiting.set(webhook, eventIds);
    void sleep(pauseMs).then(() => {
      if (waiting.get(webhook) === eventIds) waiting.delete(webhook);
      return persist(sleep, eventIds, request);
    });
  };
}

/** Repeats the request for minutes, because the service may be starting again, for example. */
async function persist(
  sleep: Clock['sleep'],
  eventIds: string[],
  { send, onError }: Pick<Handled, 'send' | 'onError'>,
): Promise<void> {
  for (let pause = 2 * pauseMs; ; pause *= 2) {
    try {
      await send(eventIds);
      return;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      onError(error);
      if (pause > longestPauseMs || (error instanceof ApiError && !error.retryable)) return;
      await sleep(pause);
    }
  }
}
