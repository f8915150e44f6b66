import type { Webhook } from '@textloom/shared/contract';
import { createSearch } from '../../../lib/fields/search.ts';

export const searchWebhooks = createSearch<Webhook>({
	list: (client, asked) => client.webhook.list(asked),
	toItem: ({ id, url, status }) => ({
		name: status === 'enabled' ? url : `${url} (${status})`,
		value: id,
	}),
});
