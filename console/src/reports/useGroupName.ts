import { purpose, type Report } from '@textloom/shared/contract';
import { labelValue } from '../form/labels.ts';
import { useListOptions } from '../lists/useListOptions.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { useCampaignOptions } from '../registrations/useCampaignOptions.ts';

/** Returns a function that names the groups of a report. */
export function useGroupName(groupBy: Report['group_by']): (group: string | null) => string {
  const lists = useListOptions();
  const campaigns = useCampaignOptions();
  return (group) => {
    if (group === null) return 'None';
    if (groupBy === 'from') return formatPhoneNumber(group);
    if (groupBy === 'country') return group;
    if (groupBy === 'list' || groupBy === 'campaign') {
      const options = groupBy === 'list' ? lists : campaigns;
      return options.find(({ value }) => value === group)?.label ?? group;
    }
    return labelValue(group, purpose.labels);
  };
}
