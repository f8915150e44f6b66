import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';

export function useNumbers() {
  const api = useApi();
  return useQuery({
    queryKey: ['number', 'all'],
    queryFn: api.numbers,
    refetchInterval: ({ state }) => state.status === 'error' && 30_000,
  });
}

/** Returns the numbers of the account as choices. */
export function useNumberOptions() {
  const { data = [] } = useNumbers();
  return data.map(({ number }) => ({ value: number, label: formatPhoneNumber(number) }));
}
