import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Page } from '@textloom/shared/client';
import type { Resource } from '@textloom/shared/contract';
import { useEffect, useRef, useState } from 'react';
import { useToast } from '../ui/Toasts.tsx';
import { go } from '../navigate.ts';
import { explainInText, useApi } from './api.ts';
import type { CallOnce } from './callOnce.ts';
import { createFetchPage } from './fetchPage.ts';

interface Paging {
  readonly limit?: number;
  readonly cursor?: string;
}

/**
 * Fetches again after this number of milliseconds, or not at all. After an error, it waits for the
 * user to retry. Otherwise, the page would switch between the error and a placeholder.
 */
export const refetchWhile =
  (every: number | false | undefined) =>
  ({ state }: { state: { data?: unknown } }): number | false =>
    state.data !== undefined && every !== undefined && every;

interface PagesOptions {
  /** The number of rows of a page. */
  readonly limit?: number;
  /** The interval in milliseconds to fetch the rows again while the page is open. */
  readonly pollMs?: number;
}

/** Returns the results of a list operation, page by page. */
export function usePages<I extends Paging, T>(
  key: readonly [Resource, string],
  list: (input: I, options: { signal: AbortSignal }) => Promise<Page<T>>,
  input: I,
  { limit = 25, pollMs: every }: PagesOptions = {},
) {
  const cache = useQueryClient();
  const [fetchPage] = useState(() => createFetchPage(cache));
  const found = useInfiniteQuery({
    queryKey: [...key, input, limit],
    queryFn: (wanted) =>
      fetchPage(wanted, 10 * (every ?? 0), (cursor, signal) =>
        list({ ...input, limit, ...(cursor !== null && { cursor }) }, { signal }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: refetchWhile(every),
  });
  return { ...found, rows: found.data?.pages.flatMap(({ data }) => data) };
}

interface ActionOptions<I, O> {
  /** The text of the toast after a success. */
  readonly toast?: string | ((output: O) => string);
  /** The resources that may have changed, to fetch them again. */
  readonly changes: readonly Resource[];
  /** Continues from the render in which the user started the action, even if they left the page. */
  readonly onDone?: (output: O, input: I) => void;
  /** Returns the page to open if the user has not left the one with the action. */
  readonly opens?: (output: O) => string | undefined;
  /** Whether the caller shows the error. */
  readonly showsError?: true;
}

/**
 * Runs a request that changes data of the service. A request that must not happen twice uses
 * `callOnce`, because the user tries again after a lost response.
 */
export function useAction<O, I = void>(
  run: (input: I, callOnce: CallOnce) => Promise<O>,
  { toast, changes, onDone, opens, showsError }: ActionOptions<I, O>,
) {
  const cache = useQueryClient();
  const showToast = useToast();
  const { callOnce } = useApi();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useMutation({
    mutationFn: (input: I) => run(input, callOnce),
    onMutate: () => onDone,
    onSuccess: (output, input, finish) => {
      if (toast !== undefined) showToast(typeof toast === 'string' ? toast : toast(output));
      for (const resource of changes) void cache.invalidateQueries({ queryKey: [resource] });
      finish?.(output, input);
      const href = opens?.(output);
      if (href !== undefined && isShown.current) go(href);
    },
    onError: (error) => {
      if (!showsError) showToast(explainInText(error), 'error');
    },
  });
}
