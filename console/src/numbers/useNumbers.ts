import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';

const pendingMs = 5_000;

/** Fetches the numbers again while the service buys one, and otherwise after `pollMs` if given. */
export function useNumbers(pollMs?: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['number', 'all'],
    queryFn: api.numbers,
    refetchInterval: ({ state: { data, status } }) => {
      if (status === 'error') return 30_000;
      return data?.some((number) => number.status === 'pending') ? pendingMs : (pollMs ?? false);
    },
  });
}

/** Returns the numbers of the account as choices. */
export function useNumberOptions() {
  const { data = [] } = useNumbers();
  return data.map(({ number }) => ({ value: number, label: formatPhoneNumber(number) }));
}
