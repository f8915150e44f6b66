import { useQuery } from '@tanstack/react-query';
import { useClient } from '../api/api.ts';
import { refetchWhile } from '../api/queries.ts';
import { Count } from '../ui/Count.tsx';

/** Shows in the navigation how many texts wait for a decision. */
export function OpenReviews() {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['review', 'count'],
    queryFn: ({ signal }) => client.review.list({ status: 'open', limit: 99 }, { signal }),
    refetchInterval: refetchWhile(15_000),
  });
  return data ? <Count count={data.data.length} hasMore={data.has_more} what="to decide" /> : null;
}
