import { Count } from '../ui/Count.tsx';
import { useUnreadConversations } from './useUnreadConversations.ts';

/** Shows in the navigation how many conversations have unread texts. */
export function UnreadConversations() {
  const { data } = useUnreadConversations();
  return data ? <Count count={data.data.length} hasMore={data.has_more} what="unread" /> : null;
}
