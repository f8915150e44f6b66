import type { Webhook } from '@textloom/shared/contract';
import { searchOf } from '../../../lib/fields/search.ts';

export const searchWebhooks = searchOf<Webhook>({
	list: (client, asked) => client.webhook.list(asked),
	itemOf: ({ id, url, status }) => ({
		name: status === 'enabled' ? url : `${url} (${status})`,
		value: id,
	}),
});
