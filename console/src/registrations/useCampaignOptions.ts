import { useQuery } from '@tanstack/react-query';
import { useClient } from '../api/api.ts';
import { useCaseLabel } from './useCaseLabel.ts';

/** Returns the registrations that a number can belong to as choices. */
export function useCampaignOptions() {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['registration', 'all'],
    queryFn: () => client.registration.list({ limit: 100 }),
  });
  return (data?.data ?? [])
    .filter(({ status }) => status !== 'rejected')
    .map(({ id, brand, campaign }) => ({
      value: id,
      label: `${brand.legal_name} · ${useCaseLabel(campaign.use_case)}`,
    }));
}
