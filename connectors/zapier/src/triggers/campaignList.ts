import { dropdown } from '../fields/dropdown.ts';

export const campaignList = dropdown({
  key: 'campaign_list',
  noun: 'Campaign',
  label: 'List Campaigns',
  asksFor: 'the registered campaigns',
  page: (client, query) => client.registration.list(query),
  toOption: ({ id, brand, campaign }) => ({
    id,
    label: `${brand.legal_name}: ${campaign.description}`,
  }),
});
