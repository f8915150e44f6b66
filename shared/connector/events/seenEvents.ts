import type { Event } from '../../contract/index.ts';

/** Remembers the events that a connector has handled. */
export interface SeenEvents {
  /** Adds a key. Returns false if the key was already there, and null if that is unknown. */
  readonly add: (key: string) => boolean | Promise<boolean | null>;
}

/** The service delivers an event again under the same ID when a response was lost. */
export const seenKey = (subscription: string, { id }: Pick<Event, 'id'>): string =>
  `${subscription}:${id}`;

/**
 * Returns true if an event is new. If the store fails, the event counts as new, because twice is
 * better than never.
 */
export async function isFirst(seen: SeenEvents, key: string): Promise<boolean> {
  try {
    return (await seen.add(key)) !== false;
  } catch {
    return true;
  }
}

interface LocalSeenEvents extends SeenEvents {
  readonly add: (key: string) => boolean;
  readonly has: (key: string) => boolean;
  readonly delete: (key: string) => void;
}

/** Remembers keys in this process, up to a limit, and forgets the oldest first. */
export function createSeenEvents(limit = 10_000): LocalSeenEvents {
  // A set keeps the order in which you add members.
  const keys = new Set<string>();
  return {
    add: (key) => {
      if (keys.has(key)) return false;
      keys.add(key);
      const [oldest] = keys;
      if (keys.size > limit) keys.delete(oldest!);
      return true;
    },
    has: (key) => keys.has(key),
    delete: (key) => void keys.delete(key),
  };
}
