import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** How often to check that a listening connection is still alive. */
const keepAliveMs = 5_000;
const pauseMs = 1_000;

interface Listening {
  /** Opens a connection whose queries time out. */
  readonly open: () => pg.Client;
  readonly destroy: (client: pg.Client) => void;
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  /** Runs when listening starts. Earlier notifications may have been missed. */
  readonly onListening: () => void;
}

/** Listens to a channel, and replaces the connection whenever it is lost. */
export function listen(listening: Listening): { readonly close: () => Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  let current: pg.Client | undefined;
  const listenOnce = async (): Promise<void> => {
    const { open, destroy, channel, onNotification, onListening } = listening;
    const client = open();
    current = client;
    client.on('notification', ({ payload }) => {
      if (payload !== undefined) onNotification(payload);
    });
    try {
      await client.connect();
      await client.query(`listen "${channel}"`);
      onListening();
      for (;;) {
        await pause(keepAliveMs);
        if (signal.aborted) return;
        await client.query('select 1');
      }
    } finally {
      destroy(client);
    }
  };
  const run = async () => {
    while (!signal.aborted) {
      // A notification only saves time, because polling finds the jobs as well.
      await listenOnce().catch(() => undefined);
      await pause(pauseMs);
    }
  };
  const running = run();
  return {
    close: async () => {
      closing.abort();
      if (current) listening.destroy(current);
      await running;
    },
  };
}
