import { Count } from '../ui/Count.tsx';
import { useOpenReviews } from './useOpenReviews.ts';

/** Shows in the navigation how many texts wait for a decision. */
export function OpenReviews() {
  const { data } = useOpenReviews();
  return data ? <Count count={data.data.length} hasMore={data.has_more} what="to decide" /> : null;
}
