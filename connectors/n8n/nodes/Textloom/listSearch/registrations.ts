import type { Registration } from '@textloom/shared/contract';
import { createOptionsLoader, createSearch } from '../../../lib/fields/search.ts';

const registrations = {
	list: (client, asked) => client.registration.list(asked),
	toItem: ({ id, status, brand, campaign }) => {
		const useCase = campaign.use_case.toLowerCase().replaceAll('_', ' ');
		const name = `${brand.legal_name}: ${useCase}`;
		return { name: status === 'approved' ? name : `${name} (${status})`, value: id };
	},
} satisfies Parameters<typeof createSearch<Registration>>[0];

export const searchRegistrations = createSearch<Registration>(registrations);
/** A registration covers one campaign. */
export const getCampaigns = createOptionsLoader<Registration>(registrations);
