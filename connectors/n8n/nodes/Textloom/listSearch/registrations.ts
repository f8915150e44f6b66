import type { Registration } from '@textloom/shared/contract';
import { optionsOf, searchOf } from '../../../lib/fields/search.ts';

const registrations = {
	list: (client, asked) => client.registration.list(asked),
	itemOf: ({ id, status, brand, campaign }) => {
		const useCase = campaign.use_case.toLowerCase().replaceAll('_', ' ');
		const name = `${brand.legal_name}: ${useCase}`;
		return { name: status === 'approved' ? name : `${name} (${status})`, value: id };
	},
} satisfies Parameters<typeof searchOf<Registration>>[0];

export const searchRegistrations = searchOf<Registration>(registrations);
/** A registration covers one campaign. */
export const getCampaigns = optionsOf<Registration>(registrations);
