import {
	NodeOperationError,
	type DisplayCondition,
	type IDataObject,
	type IHookFunctions,
	type INodeProperties,
	type IWebhookFunctions,
} from 'n8n-workflow';
import {
	automaticSchema,
	eventPassesKeywords,
	keywordsSchema,
	skipHandledSchema,
} from '@textloom/shared/connector/keywords';
import {
	contract,
	fieldLabel,
	type Event,
	type Schema,
	type WebhookFilter,
} from '@textloom/shared/contract';
import { createField } from '../fields/fields.ts';
import { toApiValue } from '../fields/values.ts';
import { readParameter } from './readParameter.ts';

const { from, to, purpose } = contract.webhook.create.input.properties.filter.properties;
/** The service applies these filters before it delivers. The node itself applies the others. */
const atService: Readonly<Record<string, Schema>> = { from, to, purpose };

/** Workflows without this filter always got them. */
const includeAutomatic = automaticSchema('workflow', true);

const incoming = ['messageReceived'];
const outgoing = ['messageStatusChanged'];

interface Shown {
	readonly description: string;
	/** The label of the button that adds a value. */
	readonly add?: string;
	/** The events that have this filter. If absent, all events have it. */
	readonly on?: string[];
}
function createFilter(name: string, one: Schema, { description, add, on }: Shown): INodeProperties {
	const { typeOptions, ...field } = createField(name, { ...one, description });
	return {
		...field,
		...(typeOptions && { typeOptions: { ...typeOptions, multipleValueButtonText: add } }),
		...(on && { displayOptions: { show: { '/event': on } } }),
	};
}

const filters: readonly INodeProperties[] = [
	createFilter('from', from, {
		description: 'Only messages from one of these numbers or names',
		add: 'Add Sender',
	}),
	createFilter('includeAutomatic', includeAutomatic, {
		description: includeAutomatic.description,
		on: outgoing,
	}),
	createFilter('keywords', keywordsSchema, {
		description: keywordsSchema.description,
		add: 'Add Keyword',
		on: incoming,
	}),
	createFilter('purpose', purpose, {
		description: 'Only messages with one of these purposes',
		on: outgoing,
	}),
	createFilter('skipHandled', skipHandledSchema, {
		description: skipHandledSchema.description,
		on: incoming,
	}),
	createFilter('to', to, {
		description: 'Only messages to one of these numbers',
		add: 'Add Number',
	}),
];

/** Names the filters in the errors of the service as the editor does. */
export const filterFields = filters.map((property) => ({ name: property.name, property }));

/** Limits the messages that start the workflow. */
export const filterProperty: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	displayOptions: { show: { event: [...incoming, ...outgoing] } },
	options: [...filters],
};

const isSet: DisplayCondition[] = [{ _cnd: { exists: true } }];

/** Warns of a loop, which costs money, until a filter can leave out the texts of the workflow. */
export const loopNotice: INodeProperties = {
	displayName:
		"If this workflow sends texts, their statuses start it again, without end. Add a filter that leaves these texts out: a 'Purpose' that only your other texts have, or the numbers that they come 'From' or go 'To'.",
	name: 'loopNotice',
	type: 'notice',
	default: '',
	displayOptions: {
		show: { event: outgoing },
		// Without the slash, old versions of n8n look for parameters with these names, and fail.
		hide: { '/filters.from': isSet, '/filters.purpose': isSet, '/filters.to': isSet },
	},
};

/** Returns the filter for the service, or undefined to deliver all wanted events. */
export function readServiceFilter(
	context: IHookFunctions | IWebhookFunctions,
): WebhookFilter | undefined {
	const given = readFilters(context);
	const read = (name: string, one: Schema) => {
		const label = fieldLabel(name, one);
		const value = readParameter(context, label, one, given[name]);
		if (value !== undefined || !(name in given)) return value;
		throw new NodeOperationError(context.getNode(), `'${label}' is empty`, {
			description:
				'Fill it in, check its expression, or remove the filter. Without it, more messages would start the workflow.',
		});
	};
	// The node reads these again for each event, when nobody sees an error.
	read('keywords', keywordsSchema);
	read('skipHandled', skipHandledSchema);
	read('includeAutomatic', includeAutomatic);
	const entries = Object.entries(atService).map(([name, one]) => [name, read(name, one)] as const);
	const filter = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
	return Object.keys(filter).length === 0 ? undefined : filter;
}

/** Returns true if an event passes the filters that the service does not apply. */
export function passesFilters(context: IWebhookFunctions, event: Event): boolean {
	const given = readFilters(context);
	if (event.type === 'message.received') {
		const keywords = toApiValue(keywordsSchema, given.keywords, '') as string[] | undefined;
		const skipsHandled = toApiValue(skipHandledSchema, given.skipHandled, '') === true;
		return eventPassesKeywords(event.data, { keywords, skipsHandled });
	}
	const isAutomatic = 'automatic' in event.data && event.data.automatic;
	return !isAutomatic || toApiValue(includeAutomatic, given.includeAutomatic, '') !== false;
}

/** n8n omits the filters of an event that is no longer chosen. */
const readFilters = (context: IHookFunctions | IWebhookFunctions): IDataObject =>
	context.getNodeParameter('filters', {}) as IDataObject;
