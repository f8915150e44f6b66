import { useQuery } from '@tanstack/react-query';
import { useClient } from '../api/api.ts';

/** Returns the newest texts that wait for a decision. */
export function useOpenReviews() {
  const client = useClient();
  return useQuery({
    queryKey: ['review', 'count'],
    queryFn: ({ signal }) => client.review.list({ status: 'open', limit: 99 }, { signal }),
    refetchInterval: 15_000,
  });
}
