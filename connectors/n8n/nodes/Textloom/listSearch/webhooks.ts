import { webhookLabel } from '@textloom/shared/connector/labels';
import type { Webhook } from '@textloom/shared/contract';
import { createSearch } from '../../../lib/fields/search.ts';

export const searchWebhooks = createSearch<Webhook>({
	list: (client, asked) => client.webhook.list(asked),
	toItem: (webhook) => ({ name: webhookLabel(webhook), value: webhook.id }),
});
