import { purpose, type Report } from '@textloom/shared/contract';
import { labelValue } from '../form/labels.ts';
import { useListNames } from '../lists/useListNames.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { useCampaignOptions } from '../registrations/useCampaignOptions.ts';

/** Returns a function that names the groups of a report. */
export function useGroupName(groupBy: Report['group_by']): (group: string | null) => string {
  const listNames = useListNames();
  const campaigns = useCampaignOptions();
  return (group) => {
    if (group === null) return 'None';
    if (groupBy === 'from') return formatPhoneNumber(group);
    if (groupBy === 'country') return group;
    if (groupBy === 'list') return listNames([group]);
    if (groupBy === 'campaign')
      return campaigns.find(({ value }) => value === group)?.label ?? group;
    return labelValue(group, purpose.labels);
  };
}
