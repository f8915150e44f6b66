import {
	NodeOperationError,
	type IHookFunctions,
	type INodeProperties,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { statusLabels } from '@textloom/shared/connector/labels';
import {
	events,
	eventTypes,
	finalEventTypes,
	statusEventTypes,
	type EventType,
} from '@textloom/shared/contract';
import { simplifyProperty } from '../operations/properties.ts';
import { camelCase } from '../fields/fields.ts';
import { optionsProperty } from './burst.ts';
import { downloadProperty } from './downloadMedia.ts';
import { readParameter } from './readParameter.ts';
import { filterProperty, loopNotice } from './triggerFilters.ts';

interface Choice {
	readonly name: string;
	readonly action: string;
	/** Follows "Triggers when". */
	readonly when: string;
	/** Absent if the chosen statuses define the events. */
	readonly events?: readonly EventType[];
}
/** Lists the choices that do not have the name of one event. */
const named: Readonly<Record<string, Choice>> = {
	messageReceived: {
		name: 'Incoming SMS',
		action: 'On incoming SMS',
		when: events['message.received'].when,
		events: ['message.received'],
	},
	messageStatusChanged: {
		name: 'Message Status Changed',
		action: 'On message status changed',
		when: 'a message reaches one of the chosen statuses',
	},
	registrationDecided: {
		name: 'Registration Decided',
		action: 'On registration decided',
		when: 'the registry approves or rejects a brand and its campaign',
		events: ['registration.approved', 'registration.rejected'],
	},
};
/**
 * Returns true for events that get no choice with their own name: they belong to a choice above, or
 * they concern a webhook, and the node manages the webhooks itself.
 */
const isNamed = (type: EventType): boolean =>
	/^(message|webhook)\./.test(type) ||
	Object.values(named).some((one) => one.events?.includes(type));

/**
 * Lists the events that can start a workflow. The node creator shows each choice as a separate
 * trigger.
 */
const choices: Readonly<Record<string, Choice>> = {
	...named,
	...Object.fromEntries(eventTypes.filter((type) => !isNamed(type)).map(createChoice)),
};

function createChoice(type: EventType): [string, Choice] {
	const { title, when } = events[type];
	const action = `On ${title.toLowerCase()}`;
	return [camelCase(type.replace('.', '_')), { name: title, action, when, events: [type] }];
}

const names = Object.fromEntries(Object.entries(choices).map(([value, { name }]) => [value, name]));

/** Shows the name of the chosen event under the node on the canvas. */
export const triggerSubtitle = `={{ (${JSON.stringify(names)})[$parameter["event"]] }}`;

export const triggerProperties: INodeProperties[] = [
	{
		// The node creator finds the events of a trigger by this label.
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		required: true,
		options: Object.entries(choices)
			.map(([value, { name, action, when }]) => ({
				name,
				value,
				action,
				description: `Triggers when ${when}`,
			}))
			.sort((a, b) => a.name.localeCompare(b.name)),
		default: 'messageReceived',
	},
	{
		displayName: 'Statuses',
		name: 'statuses',
		type: 'multiOptions',
		required: true,
		displayOptions: { show: { event: ['messageStatusChanged'] } },
		options: statusEventTypes
			.map((type) => ({
				name: statusLabels[type],
				value: type,
				description: `When ${events[type].when}`,
			}))
			.sort((a, b) => a.name.localeCompare(b.name)),
		// A message that is sent gets one of the others later.
		default: finalEventTypes,
		description: 'Statuses that start the workflow, once for each change',
	},
	simplifyProperty,
	downloadProperty,
	filterProperty,
	loopNotice,
	optionsProperty,
];

const statusesSchema = {
	type: 'array',
	items: { type: 'string', enum: statusEventTypes, labels: statusLabels },
} as const;

/** Returns the events that the parameters select. */
export function wantedBy(context: IHookFunctions | IWebhookFunctions): readonly EventType[] {
	const choice = choices[context.getNodeParameter('event') as string];
	if (choice?.events) return choice.events;
	const statuses = context.getNodeParameter('statuses', []);
	return (readParameter(context, 'Statuses', statusesSchema, statuses) ?? []) as EventType[];
}

/** Returns the same events for a subscription, and throws if it would get none of them. */
export function readEvents(context: IHookFunctions | IWebhookFunctions): EventType[] {
	const events = wantedBy(context);
	if (events.length > 0) return [...events];
	throw new NodeOperationError(context.getNode(), "'Statuses' is empty", {
		description: 'Choose one or more, or check its expression.',
	});
}
