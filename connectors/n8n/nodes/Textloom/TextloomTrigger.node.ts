import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { receive } from '../../lib/trigger/receive.ts';
import { subscribe, unsubscribe } from '../../lib/trigger/subscription.ts';
import { triggerProperties, triggerSubtitle } from '../../lib/trigger/triggerEvents.ts';

export class TextloomTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Textloom Trigger',
		name: 'textloomTrigger',
		icon: { light: 'file:../../icons/textloom.svg', dark: 'file:../../icons/textloom.dark.svg' },
		group: ['trigger'],
		// For version 1 of any trigger, n8n evaluates an expression with each delivery, which takes longer
		// than the rest of the delivery.
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle: triggerSubtitle,
		description:
			'Starts a workflow on text messages, their delivery, opt-outs, reviews, conversations, broadcasts and codes',
		eventTriggerDescription: 'Waiting for the event, such as a text to one of your numbers',
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
					'To test the trigger, click <em>Execute step</em> and cause the event. For an incoming SMS, send a text to one of your numbers. The service must be able to reach this n8n. If the service runs elsewhere, set <code>WEBHOOK_URL</code> to a public address of n8n.',
				active:
					'The workflow now runs automatically. You can see its executions in the <a data-key="executions">executions list</a>. To see one here, click <em>Execute step</em> and cause the event.',
			},
			activationHint: 'Publish the workflow to run it automatically.',
		},
	};

	webhookMethods = {
		default: {
			/**
			 * Always lets n8n call `create`, which repairs an existing subscription. Its secret cannot be
			 * read to compare it.
			 */
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
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
