import type { Broadcast } from '@textloom/shared/contract';
import { useListNames } from '../lists/useListNames.ts';

type Audience = Broadcast['audience'];

/** Returns a function that describes an audience in words. */
export function useAudience(): (audience: Audience) => string {
  const named = useListNames();
  return ({ list_ids, filter, all_contacts, exclude_list_ids }) =>
    [
      list_ids ? named(list_ids) : (all_contacts ?? filter) ? 'All contacts' : '',
      ...Object.entries(filter?.attributes ?? {}).map(([name, value]) => `${name} is ${value}`),
      filter?.country !== undefined && `country ${filter.country}`,
      filter?.time_zone !== undefined && `time zone ${filter.time_zone}`,
      filter?.created_after !== undefined && `added after ${filter.created_after}`,
      filter?.created_before !== undefined && `added before ${filter.created_before}`,
      exclude_list_ids && `except ${named(exclude_list_ids)}`,
    ]
      .filter(Boolean)
      .join('; ');
}
