import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** So often a connection that only listens is asked whether it is still there. */
const askEveryMs = 5_000;
const pauseMs = 1_000;

interface Listening {
  /** A new connection, which ends a query that is not answered in time. */
  readonly open: () => pg.Client;
  readonly destroy: (client: pg.Client) => void;
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  /** What was notified before then may have been missed. */
  readonly onListening: () => void;
}

/** Listens to a channel, on one connection after another: each is replaced once it is lost. */
export function listen(listening: Listening): { readonly close: () => Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  const rest = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  let used: pg.Client | undefined;
  const useOne = async (): Promise<void> => {
    const { open, destroy, channel, onNotification, onListening } = listening;
    const client = open();
    used = client;
    client.on('notification', ({ payload }) => {
      if (payload !== undefined) onNotification(payload);
    });
    try {
      await client.connect();
      await client.query(`listen "${channel}"`);
      onListening();
      for (;;) {
        await rest(askEveryMs);
        if (signal.aborted) return;
        await client.query('select 1');
      }
    } finally {
      destroy(client);
    }
  };
  const run = async () => {
    while (!signal.aborted) {
      // A notification only saves time: jobs are found by looking as well.
      await useOne().catch(() => undefined);
      await rest(pauseMs);
    }
  };
  const running = run();
  return {
    close: async () => {
      closing.abort();
      if (used) listening.destroy(used);
      await running;
    },
  };
}
