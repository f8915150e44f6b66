import type { Event } from '../contract/index.ts';

/** Where a connector remembers the events that it has handled. */
export interface SeenEvents {
  /** Adds a key; false where the key was there already, null where nobody knows. */
  readonly add: (key: string) => boolean | Promise<boolean | null>;
}

/** The service delivers an event again under the same ID when a response was lost. */
export const seenKey = (subscription: string, { id }: Pick<Event, 'id'>): string =>
  `${subscription}:${id}`;

/** Whether an event is new. If the store fails, the event counts as new: twice is better than never. */
export async function isFirst(seen: SeenEvents, key: string): Promise<boolean> {
  try {
    return (await seen.add(key)) !== false;
  } catch {
    return true;
  }
}

/** Remembers keys in this process, up to a limit: the oldest goes first. */
export function createSeenEvents(limit: number): SeenEvents & {
  readonly add: (key: string) => boolean;
  readonly delete: (key: string) => void;
} {
  // A set keeps the order in which its members were added.
  const keys = new Set<string>();
  return {
    add: (key) => {
      if (keys.has(key)) return false;
      keys.add(key);
      const [oldest] = keys;
      if (keys.size > limit) keys.delete(oldest!);
      return true;
    },
    delete: (key) => void keys.delete(key),
  };
}
