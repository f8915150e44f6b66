import { useNumbers } from '../handsets/queries.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';

/** The numbers of the account, to choose one. */
export function useNumberOptions() {
  const { data = [] } = useNumbers();
  return data.map(({ number }) => ({ value: number, label: formatPhoneNumber(number) }));
}
