/**
 * Lets the tabs of this browser share the key of their session. The key stays in the storage of
 * each tab, which ends with the tab, and never reaches the disk. Only pages of this origin hear the
 * channel. Every page of the service that could show foreign content runs without scripts or in a
 * sandbox, so none of them can ask.
 */
const channelName = 'textloom.session';

type Note = { readonly type: 'ask' } | { readonly type: 'answer'; readonly key: string };

/** Other tabs respond within a few milliseconds. A tab that the browser has frozen does not. */
const waitMs = 250;

const openChannel = (): BroadcastChannel | undefined =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName);

/** Resolves with the keys that the other tabs use. */
export async function askOtherTabs(): Promise<readonly string[]> {
  const channel = openChannel();
  if (!channel) return [];
  const keys: string[] = [];
  channel.onmessage = ({ data }: MessageEvent<Note>) => {
    if (data.type === 'answer') keys.push(data.key);
  };
  send(channel, { type: 'ask' });
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  channel.close();
  return keys;
}

/** Answers the tabs that ask for the key, until the returned function is called. */
export function shareKey(key: string): () => void {
  const channel = openChannel();
  if (!channel) return () => undefined;
  channel.onmessage = ({ data }: MessageEvent<Note>) => {
    if (data.type === 'ask') send(channel, { type: 'answer', key });
  };
  return () => {
    channel.close();
  };
}

const send = (channel: BroadcastChannel, note: Note): void => {
  channel.postMessage(note);
};
