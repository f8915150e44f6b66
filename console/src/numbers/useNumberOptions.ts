import { useNumbers } from '../handsets/queries.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';

/** Returns the numbers of the account as choices. */
export function useNumberOptions() {
  const { data = [] } = useNumbers();
  return data.map(({ number }) => ({ value: number, label: formatPhoneNumber(number) }));
}
