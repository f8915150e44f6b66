import type { IDataObject, IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { contract } from '@textloom/shared/contract';
import { createField } from '../fields/fields.ts';
import { readParameter } from './readParameter.ts';

const { burst_seconds: burstSeconds } = contract.webhook.create.input.properties;
const label = 'Join Quick Texts (Seconds)';

export const optionsProperty: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	displayOptions: { show: { event: ['messageReceived'] } },
	options: [
		{
			...createField('burstSeconds', burstSeconds),
			displayName: label,
			default: 5,
			description:
				'How long to wait for the next text of the same person, so that "hi", "are you" and "open?" start one execution. Then <code>text</code> contains all texts, and <code>burst</code> lists them. The workflow starts when no text has come for this long',
		},
	],
};

/** Returns how long the service waits to join texts, or undefined if each text starts the workflow. */
export function readBurstSeconds(context: IHookFunctions | IWebhookFunctions): number | undefined {
	// n8n omits the options of an event that is no longer chosen.
	const { burstSeconds: seconds } = context.getNodeParameter('options', {}) as IDataObject;
	return readParameter(context, label, burstSeconds, seconds) as number | undefined;
}
