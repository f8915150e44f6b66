import { useQuery } from '@tanstack/react-query';
import { useClient } from '../api/api.ts';
import { contactName } from './contactColumns.tsx';

/** Returns one contact as the only choice, to show its name instead of its ID. */
export function useContactOption(id: string | undefined) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['contact', id],
    queryFn: ({ signal }) => client.contact.get({ id: id! }, { signal }),
    enabled: id !== undefined,
  });
  return data ? [{ value: data.id, label: contactName(data) }] : [];
}
