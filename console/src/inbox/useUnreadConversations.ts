import { useQuery } from '@tanstack/react-query';
import { useClient } from '../api/api.ts';

/** Returns the newest conversations with unread texts. */
export function useUnreadConversations() {
  const client = useClient();
  return useQuery({
    queryKey: ['conversation', 'count'],
    queryFn: ({ signal }) => client.conversation.list({ unread: true, limit: 99 }, { signal }),
    refetchInterval: 10_000,
  });
}
