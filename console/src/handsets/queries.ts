import {
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { hasCode, useApi } from '../api/api.ts';
import { sleep } from '../api/http.ts';
import type { Handset, Text } from '../api/simulator.ts';
import { withActivity, withTexts, type UnsentText } from './texts.ts';

/** The stream of texts keeps the fetched data up to date. */
const staleTime = Infinity;

const handsetsKey = ['handsets'] as const;
const textsKey = (handset: string) => ['texts', handset] as const;
const replyKey = (handset: string) => ['reply', handset] as const;

export function useHandsets() {
  const api = useApi();
  return useQuery({
    queryKey: handsetsKey,
    staleTime,
    queryFn: () => withArrivals(api.handsets(), withActivity),
  });
}

export function useTexts(handset: string) {
  const api = useApi();
  return useQuery({
    queryKey: textsKey(handset),
    staleTime,
    queryFn: () =>
      withArrivals(api.texts(handset), (known, received) =>
        withTexts(
          known,
          received.filter((text) => text.handset === handset),
        ),
      ),
  });
}

/** Sends texts from a handset, one after another. */
export function useReply(handset: string) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationKey: replyKey(handset),
    scope: { id: handset },
    mutationFn: (text: UnsentText) => api.sendText(text),
    onSuccess: (text) => {
      client.setQueryData<Text[]>(textsKey(handset), (known) => known && withTexts(known, [text]));
    },
  });
}

/** Returns the texts of a handset that are on their way to the service. */
export const useUnsentTexts = (handset: string): UnsentText[] =>
  useMutationState({
    filters: { mutationKey: replyKey(handset), status: 'pending' },
    select: ({ state }) => state.variables as UnsentText,
  });

export type Connection = 'connecting' | 'live' | 'reconnecting';

const minRetryMs = 1_000;
const maxRetryMs = 15_000;

/**
 * Keeps the list and the conversations up to date while the page is open, and reports each batch of
 * texts that arrives. Whenever the stream opens, it fetches the data that it may have missed.
 */
export function useLiveTexts(onTexts: (texts: readonly Text[]) => void): Connection {
  const api = useApi();
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  const handleTexts = useEffectEvent(onTexts);

  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;

    const followOnce = async () => {
      const batches = await api.follow(signal);
      setConnection('live');
      void client.invalidateQueries();
      for await (const texts of batches) {
        addToCache(client, texts);
        handleTexts(texts);
      }
    };
    const follow = async () => {
      for (let failures = 0; ; failures++) {
        try {
          await followOnce();
          failures = 0;
        } catch (error) {
          if (hasCode(error, 'unauthenticated')) void client.invalidateQueries();
        }
        if (signal.aborted) return;
        setConnection('reconnecting');
        const pause = Math.min(minRetryMs * 2 ** failures, maxRetryMs);
        await Promise.race([sleep(pause * (0.5 + Math.random() / 2), signal), backOnline(signal)]);
      }
    };
    follow().catch(() => undefined);
    return () => {
      abort.abort();
    };
  }, [api, client]);

  return connection;
}

/** Adds texts to the fetched data and to running fetches. */
function addToCache(client: QueryClient, texts: readonly Text[]): void {
  for (const received of pendingFetches) received.push(...texts);
  client.setQueryData<Handset[]>(
    handsetsKey,
    (handsets) => handsets && withActivity(handsets, texts),
  );
  for (const [handset, newTexts] of Map.groupBy(texts, (text) => text.handset)) {
    client.setQueryData<Text[]>(textsKey(handset), (known) => known && withTexts(known, newTexts));
  }
}

/** Collects the texts that arrive during each fetch, because the response may not contain them. */
const pendingFetches = new Set<Text[]>();

async function withArrivals<T>(
  fetching: Promise<T>,
  merge: (fetched: T, received: readonly Text[]) => T,
): Promise<T> {
  const received: Text[] = [];
  pendingFetches.add(received);
  try {
    return merge(await fetching, received);
  } finally {
    pendingFetches.delete(received);
  }
}

const backOnline = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    window.addEventListener(
      'online',
      () => {
        resolve();
      },
      { once: true, signal },
    );
  });
