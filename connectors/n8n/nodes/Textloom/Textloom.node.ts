import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { titleCase } from '@textloom/shared/contract';
import { executeItems } from '../../lib/execute/execute.ts';
import { tellAgent } from '../../lib/execute/toolContext.ts';
import { createProperties } from '../../lib/operations/properties.ts';
import { resume, resumeWebhooks } from '../../lib/wait/resume.ts';
import { sendAndWait } from '../../lib/replies/sendAndWait.ts';
import { manyItemsHint } from '../../lib/replies/waitOperation.ts';
import { sendAndWaitForDelivery } from '../../lib/statuses/sendAndWaitForDelivery.ts';
import { forDelivery, forReply } from '../../lib/wait/goal.ts';
import { getBroadcasts, searchBroadcasts } from './listSearch/broadcasts.ts';
import { searchContacts } from './listSearch/contacts.ts';
import { searchConversations } from './listSearch/conversations.ts';
import { getLists, searchLists } from './listSearch/lists.ts';
import {
	getNumbers,
	searchAvailableNumbers,
	searchNumbers,
	searchSenders,
} from './listSearch/numbers.ts';
import { getCampaigns, searchRegistrations } from './listSearch/registrations.ts';
import { searchWebhooks } from './listSearch/webhooks.ts';
import { builderHint } from './resources/builderHints.ts';
import { actions, actionsByResource } from './resources/index.ts';

/**
 * The node is programmatic rather than declarative, because it must not send a text twice: declarative
 * routing sends all items at the same time and has no idempotency keys.
 */
export class Textloom implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Textloom',
		name: 'textloom',
		icon: { light: 'file:../../icons/textloom.svg', dark: 'file:../../icons/textloom.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle:
			'={{ ($parameter["operation"] === "__CUSTOM_API_CALL__" ? "Custom API Call" : $parameter["operation"].replace("getAll", "getMany").replace("upsert", "createOrUpdate").replace(/[A-Z]/g, " $&").toLowerCase().toTitleCase()) + ": " + $parameter["resource"].toTitleCase() }}',
		description:
			'Send text messages, broadcasts and codes, reply in conversations, and manage contacts',
		defaults: { name: 'Textloom' },
		usableAsTool: true,
		builderHint,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'textloomApi', required: true }],
		webhooks: resumeWebhooks,
		waitingNodeTooltip:
			'={{ $parameter["operation"] === "sendAndWait" ? "The workflow continues when the reply arrives or the wait time is over" : $parameter["operation"] === "sendAndWaitForDelivery" ? "The workflow continues when each message has a final status or the wait time is over" : "" }}',
		hints: [manyItemsHint],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: Object.keys(actionsByResource).map((value) => ({ name: titleCase(value), value })),
				default: 'message',
			},
			...Object.values(actionsByResource).flatMap(createProperties),
		],
	};

	methods = {
		listSearch: {
			searchAvailableNumbers,
			searchBroadcasts,
			searchContacts,
			searchConversations,
			searchLists,
			searchNumbers,
			searchRegistrations,
			searchSenders,
			searchWebhooks,
		},
		loadOptions: { getBroadcasts, getCampaigns, getLists, getNumbers },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await tellAgent(this, () => {
			const operation = this.getNodeParameter('operation', 0, '');
			if (operation === forReply.value) return sendAndWait(this, actions);
			if (operation === forDelivery.value) return sendAndWaitForDelivery(this, actions);
			return executeItems(this, actions);
		});
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await resume(this);
	}
}
