import { useListOptions } from '../lists/useListOptions.ts';

/** Returns the fields of a contact that users can fill in, in this order. */
export function useContactFields() {
  const lists = useListOptions();
  return {
    first_name: { half: true },
    last_name: { half: true },
    email: { half: true },
    external_id: { half: true },
    time_zone: { half: true },
    lists: { half: true, options: lists },
    attributes: {},
    status: { emptyLabel: 'Leave unchanged' },
    consent: {},
  } as const;
}
