import type { Broadcast } from '@textloom/shared/contract';
import { formatShortTime } from '../dates.ts';

/** Describes an audience in words. `named` names the lists with some IDs. */
export const describeAudience = (
  { list_ids, filter, all_contacts, exclude_list_ids }: Broadcast['audience'],
  named: (listIds: readonly string[]) => string,
): string =>
  [
    list_ids && !all_contacts ? named(list_ids) : 'All contacts',
    ...Object.entries(filter?.attributes ?? {}).map(([name, value]) => `${name} is ${value}`),
    filter?.country !== undefined && `country ${filter.country}`,
    filter?.time_zone !== undefined && `time zone ${filter.time_zone}`,
    filter?.created_after !== undefined &&
      `added after ${formatShortTime(filter.created_after, Date.now())}`,
    filter?.created_before !== undefined &&
      `added before ${formatShortTime(filter.created_before, Date.now())}`,
    exclude_list_ids && `except ${named(exclude_list_ids)}`,
  ]
    .filter(Boolean)
    .join('; ');
