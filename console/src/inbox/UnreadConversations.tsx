import { useQuery } from '@tanstack/react-query';
import { useClient } from '../api/api.ts';
import { refetchWhile } from '../api/queries.ts';
import { Count } from '../ui/Count.tsx';

/** Shows in the navigation how many conversations have unread texts. */
export function UnreadConversations() {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['conversation', 'count'],
    queryFn: ({ signal }) => client.conversation.list({ unread: true, limit: 99 }, { signal }),
    refetchInterval: refetchWhile(10_000),
  });
  return data ? <Count count={data.data.length} hasMore={data.has_more} what="unread" /> : null;
}
