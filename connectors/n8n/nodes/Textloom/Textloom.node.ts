import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { executeItems } from '../../lib/execute.ts';
import { propertiesOf } from '../../lib/properties.ts';
import { searchNumbers } from './listSearch/searchNumbers.ts';
import { contactActions } from './resources/contact.ts';
import { messageActions } from './resources/message.ts';

/**
 * Programmatic rather than declarative, because a text must not be sent twice: routing fires all
 * items at once, and has no idempotency keys.
 */
export class Textloom implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Textloom',
		name: 'textloom',
		icon: { light: 'file:../../icons/textloom.svg', dark: 'file:../../icons/textloom.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Send and follow text messages, and keep contacts',
		defaults: { name: 'Textloom' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'textloomApi', required: true }],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Contact', value: 'contact' },
					{ name: 'Message', value: 'message' },
				],
				default: 'message',
			},
			...propertiesOf(messageActions),
			...propertiesOf(contactActions),
		],
	};

	methods = { listSearch: { searchNumbers } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeItems(this, [...messageActions, ...contactActions]);
	}
}
