import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { receive } from '../../lib/receive.ts';
import { subscribe, unsubscribe } from '../../lib/subscription.ts';
import { triggerProperties, triggerSubtitle } from '../../lib/triggerEvents.ts';

export class TextloomTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Textloom Trigger',
		name: 'textloomTrigger',
		icon: { light: 'file:../../icons/textloom.svg', dark: 'file:../../icons/textloom.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: triggerSubtitle,
		description: 'Starts a workflow on text messages, their delivery, opt-outs and registrations',
		defaults: { name: 'Textloom Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'textloomApi', required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'OK',
				path: 'webhook',
			},
		],
		properties: triggerProperties,
		triggerPanel: {
			header: '',
			executionsHelp: {
				inactive:
					'While you build: click <em>Execute step</em>, then let the event happen: for an incoming SMS, send a text to one of your numbers. The service has to reach this n8n: if it runs elsewhere, give n8n a public address in <code>WEBHOOK_URL</code>.',
				active:
					'The workflow runs by itself now; its executions are in the <a data-key="executions">executions list</a>. To see one here, click <em>Execute step</em> and let the event happen.',
			},
			activationHint: 'Publish the workflow, and it runs by itself from then on.',
		},
	};

	webhookMethods = {
		default: {
			/** Always asks for `create`, which repairs what exists: the secret of a subscription cannot be read back to compare. */
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await Promise.resolve(false);
			},

			async create(this: IHookFunctions): Promise<boolean> {
				await subscribe(this);
				return true;
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				await unsubscribe(this);
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
