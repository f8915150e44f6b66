import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';
import { sessionLimits } from './sessionLimits.ts';

interface StoredEvent {
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly length: number;
}

/** Keeps the newest events of one session, so that a client can resume a stream that broke. */
export function createSessionEvents(): EventStore {
  const events = new Map<string, StoredEvent>();
  let count = 0;
  let total = 0;
  const isFull = () => events.size > sessionLimits.events || total > sessionLimits.eventsLength;
  return {
    storeEvent(streamId, message) {
      const id = String(++count);
      const { length } = JSON.stringify(message);
      if (length > sessionLimits.eventsLength) return Promise.resolve(id);
      events.set(id, { streamId, message, length });
      total += length;
      for (const [oldest, event] of events) {
        if (!isFull()) break;
        events.delete(oldest);
        total -= event.length;
      }
      return Promise.resolve(id);
    },
    getStreamIdForEventId: (id) => Promise.resolve(events.get(id)?.streamId),
    async replayEventsAfter(last, { send }) {
      const { streamId } = events.get(last)!;
      for (const [id, event] of events) {
        // The first event of a stream is empty, and only tells the client its ID.
        const isLater = Number(id) > Number(last) && 'jsonrpc' in event.message;
        if (isLater && event.streamId === streamId) await send(id, event.message);
      }
      return streamId;
    },
  };
}
