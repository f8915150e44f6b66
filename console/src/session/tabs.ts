import { hasSharedSession } from './tabSession.ts';

/**
 * Lets the tabs of this browser share the key of their session. The key stays in the storage of
 * each tab, which ends with the tab, and never reaches the disk. Only pages of this origin hear the
 * channel. Every page of the service that could show foreign content runs without scripts or in a
 * sandbox, so none of them can ask.
 */
const channelName = 'textloom.session';

type Note = { readonly type: 'ask' } | { readonly type: 'answer'; readonly key: string };
interface Received {
  readonly data: Note;
}

/** On a busy computer, an answer can take a second. Closed and frozen tabs never answer. */
const limitMs = 2_000;

/** After the first answer, the other tabs respond within a few milliseconds. */
const restMs = 250;

const openChannel = () =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName);

/** Resolves with the keys that the other tabs use. */
export async function askOtherTabs(): Promise<readonly string[]> {
  const channel = hasSharedSession() ? openChannel() : undefined;
  if (!channel) return [];
  const keys: string[] = [];
  await new Promise((resolve) => {
    const limit = setTimeout(resolve, limitMs);
    channel.onmessage = ({ data }: Received) => {
      if (data.type !== 'answer') return;
      keys.push(data.key);
      clearTimeout(limit);
      setTimeout(resolve, restMs);
    };
    channel.postMessage({ type: 'ask' } satisfies Note);
  });
  channel.close();
  return keys;
}

/** Answers the tabs that ask for the key, until the returned function is called. */
export function shareKey(key: string): () => void {
  const channel = openChannel();
  if (!channel) return () => undefined;
  channel.onmessage = ({ data }: Received) => {
    if (data.type === 'ask') channel.postMessage({ type: 'answer', key } satisfies Note);
  };
  return () => {
    channel.close();
  };
}
