import { useQuery } from '@tanstack/react-query';
import { useClient } from '../api/api.ts';

/** Returns the newest broadcasts as choices. */
export function useBroadcastOptions() {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['broadcast', 'newest'],
    queryFn: ({ signal }) => client.broadcast.list({ limit: 100 }, { signal }),
  });
  return (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
