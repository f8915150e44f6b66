import { useQuery } from '@tanstack/react-query';
import { paginate } from '@textloom/shared/client';
import type { ContactList } from '@textloom/shared/contract';
import { useClient } from '../api/api.ts';

/** Returns all lists of the account as choices. */
export function useListOptions() {
  const client = useClient();
  const { data = [] } = useQuery({
    queryKey: ['list', 'all'],
    queryFn: async () => {
      const lists: ContactList[] = [];
      for await (const list of paginate(client.list.list, { limit: 100 })) lists.push(list);
      return lists;
    },
  });
  return data.map(({ id, name }) => ({ value: id, label: name }));
}
