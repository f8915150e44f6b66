import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { ReportCounts } from '@textloom/shared/contract';
import { useClient } from '../api/api.ts';
import { refetchWhile } from '../api/queries.ts';
import { browserTimeZone } from '../dates.ts';
import { startOfPeriod } from '../reports/range.ts';
import { failedStatuses } from './reasons.ts';

/** The report adds up a few counters, so it costs the same for any number of messages. */
const pollMs = 15_000;
/** The failures to group by reason, the newest ones of each status. */
const maxFailures = 100;

export const startOfToday = (): string => startOfPeriod('today', new Date()).toISOString();

/** Returns the counts of today, in the time zone of the user. */
export function useToday() {
  const client = useClient();
  const input = { start: startOfToday(), time_zone: browserTimeZone() };
  return useQuery({
    queryKey: ['report', 'today', input],
    queryFn: ({ signal }) => client.report.get(input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchWhile(pollMs),
  });
}

/**
 * Returns the newest messages that failed today. A request goes out only for a status whose count
 * changed, so a quiet account sends none.
 */
export function useFailures(counts: ReportCounts | undefined) {
  const client = useClient();
  const created_after = startOfToday();
  return useQueries({
    queries: failedStatuses.map((status) => ({
      queryKey: ['message', 'failures', status, created_after, counts?.[status] ?? 0],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const search = { status, created_after, limit: maxFailures };
        return (await client.message.list(search, { signal })).data;
      },
      enabled: (counts?.[status] ?? 0) > 0,
      staleTime: Infinity,
      placeholderData: keepPreviousData,
    })),
    combine: (results) => ({
      messages: results.flatMap(({ data, fetchStatus }, index) =>
        counts?.[failedStatuses[index]!] === 0 && fetchStatus === 'idle' ? [] : (data ?? []),
      ),
      error: results.find(({ error }) => error)?.error,
      isLoading: results.some(({ isLoading }) => isLoading),
    }),
  });
}
