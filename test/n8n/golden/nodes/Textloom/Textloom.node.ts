import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

export class Textloom implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Textloom',
		name: 'textloom',
		icon: {
			light: 'file:../../icons/textloom.svg',
			dark: 'file:../../icons/textloom.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Send and follow text messages, and keep contacts',
		defaults: {
			name: 'Textloom',
		},
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'textloomApi',
				required: true,
			},
		],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{
						name: 'Contact',
						value: 'contact',
					},
					{
						name: 'Message',
						value: 'message',
					},
				],
				default: 'message',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: {
					show: {
						resource: ['message'],
					},
				},
				options: [
					{
						description: 'Cancels a message that has not been sent yet',
						value: 'cancel',
						name: 'Cancel',
						action: 'Cancel message',
					},
					{
						description: 'Gets one message and its delivery status',
						value: 'get',
						name: 'Get',
						action: 'Get message',
					},
					{
						description: 'Searches messages, newest first',
						value: 'getAll',
						name: 'Get Many',
						action: 'Get many messages',
					},
					{
						description: 'Sends a text message to one recipient',
						value: 'send',
						name: 'Send',
						action: 'Send message',
					},
				],
				default: 'send',
			},
			{
				displayName: 'To',
				name: 'to',
				type: 'string',
				default: '',
				placeholder: 'e.g. +12025550123',
				description: 'Phone number of the recipient with country code, such as +12025550123',
				required: true,
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['send'],
					},
				},
			},
			{
				displayName: 'From',
				name: 'from',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				placeholder: 'e.g. +12025550100',
				description: "Number or name to send from; the account's default number if empty",
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a number...',
						typeOptions: {
							searchListMethod: 'searchNumbers',
							searchable: true,
						},
					},
					{
						displayName: 'By Number or Name',
						name: 'sender',
						type: 'string',
						placeholder: 'e.g. +12025550100',
					},
				],
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['send'],
					},
				},
			},
			{
				displayName: 'Text',
				name: 'text',
				type: 'string',
				default: '',
				typeOptions: {
					rows: 4,
				},
				placeholder: 'e.g. Your order 1042 is on its way',
				description: 'What the message says, up to 1600 characters',
				required: true,
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['send'],
					},
				},
			},
			{
				displayName: 'Additional Fields',
				name: 'additionalFields',
				placeholder: 'Add Field',
				type: 'collection',
				default: {},
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['send'],
					},
				},
				options: [
					{
						displayName: 'Encoding',
						name: 'encoding',
						type: 'options',
						default: 'auto',
						options: [
							{
								name: 'Auto',
								value: 'auto',
							},
							{
								name: 'GSM-7',
								value: 'gsm7',
							},
							{
								name: 'UCS-2',
								value: 'ucs2',
							},
						],
						description: 'Character set; GSM-7 refuses a text it cannot spell',
					},
					{
						displayName: 'Metadata',
						name: 'metadata',
						type: 'fixedCollection',
						default: {},
						placeholder: 'Add Entry',
						typeOptions: {
							multipleValues: true,
						},
						options: [
							{
								displayName: 'Entry',
								name: 'entries',
								values: [
									{
										displayName: 'Name',
										name: 'name',
										type: 'string',
										default: '',
									},
									{
										displayName: 'Value',
										name: 'value',
										type: 'string',
										default: '',
									},
								],
							},
						],
						description: 'Names and values of your own, kept with the message',
					},
					{
						displayName: 'Purpose',
						name: 'purpose',
						type: 'options',
						default: 'notification',
						options: [
							{
								name: 'Alert',
								value: 'alert',
							},
							{
								name: 'Marketing',
								value: 'marketing',
							},
							{
								name: 'Notification',
								value: 'notification',
							},
							{
								name: 'One-Time Password',
								value: 'otp',
							},
						],
						description:
							'What the message is for; decides its priority, and marketing keeps quiet hours',
					},
					{
						displayName: 'Reference',
						name: 'reference',
						type: 'string',
						default: '',
						placeholder: 'e.g. order-1042',
						description: 'Your own ID for the message, to find it by later',
					},
					{
						displayName: 'Send At',
						name: 'sendAt',
						type: 'dateTime',
						default: '',
						description: 'When to send, up to 35 days ahead; at once if empty',
					},
					{
						displayName: 'Smart Encoding',
						name: 'smartEncoding',
						type: 'boolean',
						default: false,
						description:
							'Whether to replace look-alike characters, such as curly quotes, so that fewer segments are needed',
					},
					{
						displayName: 'Time to Live',
						name: 'ttl',
						type: 'number',
						default: 86400,
						typeOptions: {
							minValue: 5,
							maxValue: 172800,
						},
						description: 'Seconds after which an unsent message is given up',
					},
				],
			},
			{
				displayName: 'Message ID',
				name: 'messageId',
				type: 'string',
				default: '',
				placeholder: 'e.g. msg_01JZ3K8QW5T4V9XH2M6N7P8R0S',
				description: 'ID of the message to cancel',
				required: true,
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['cancel'],
					},
				},
			},
			{
				displayName: 'Message ID',
				name: 'messageId',
				type: 'string',
				default: '',
				placeholder: 'e.g. msg_01JZ3K8QW5T4V9XH2M6N7P8R0S',
				description: 'ID that the message got when it was sent',
				required: true,
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['get'],
					},
				},
			},
			{
				displayName: 'Return All',
				name: 'returnAll',
				type: 'boolean',
				default: false,
				description: 'Whether to return all results or only up to a given limit',
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['getAll'],
					},
				},
			},
			{
				displayName: 'Limit',
				name: 'limit',
				type: 'number',
				typeOptions: {
					minValue: 1,
				},
				default: 50,
				description: 'Max number of results to return',
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['getAll'],
						returnAll: [false],
					},
				},
			},
			{
				displayName: 'Filters',
				name: 'filters',
				placeholder: 'Add Filter',
				type: 'collection',
				default: {},
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['getAll'],
					},
				},
				options: [
					{
						displayName: 'Contact ID',
						name: 'contactId',
						type: 'string',
						default: '',
						placeholder: 'e.g. con_01JZ3K8QW5T4V9XH2M6N7P8R0S',
						description: 'Only messages of this contact',
					},
					{
						displayName: 'Created After',
						name: 'createdAfter',
						type: 'dateTime',
						default: '',
						description: 'Only messages from this time on',
					},
					{
						displayName: 'Created Before',
						name: 'createdBefore',
						type: 'dateTime',
						default: '',
						description: 'Only messages before this time',
					},
					{
						displayName: 'Direction',
						name: 'direction',
						type: 'options',
						default: 'outbound',
						options: [
							{
								name: 'Inbound',
								value: 'inbound',
							},
							{
								name: 'Outbound',
								value: 'outbound',
							},
						],
						description: 'Only messages that were sent, or only received ones',
					},
					{
						displayName: 'From',
						name: 'from',
						type: 'string',
						default: '',
						placeholder: 'e.g. +12025550100',
						description: 'Only messages from this sender',
					},
					{
						displayName: 'Purpose',
						name: 'purpose',
						type: 'options',
						default: 'notification',
						options: [
							{
								name: 'Alert',
								value: 'alert',
							},
							{
								name: 'Marketing',
								value: 'marketing',
							},
							{
								name: 'Notification',
								value: 'notification',
							},
							{
								name: 'One-Time Password',
								value: 'otp',
							},
						],
						description: 'Only messages of this purpose',
					},
					{
						displayName: 'Reference',
						name: 'reference',
						type: 'string',
						default: '',
						placeholder: 'e.g. order-1042',
						description: 'Only messages with this reference of yours',
					},
					{
						displayName: 'Status',
						name: 'status',
						type: 'options',
						default: 'scheduled',
						options: [
							{
								name: 'Canceled',
								value: 'canceled',
							},
							{
								name: 'Delivered',
								value: 'delivered',
							},
							{
								name: 'Expired',
								value: 'expired',
							},
							{
								name: 'Failed',
								value: 'failed',
							},
							{
								name: 'Queued',
								value: 'queued',
							},
							{
								name: 'Received',
								value: 'received',
							},
							{
								name: 'Scheduled',
								value: 'scheduled',
							},
							{
								name: 'Sent',
								value: 'sent',
							},
							{
								name: 'Unconfirmed',
								value: 'unconfirmed',
							},
							{
								name: 'Undelivered',
								value: 'undelivered',
							},
						],
						description: 'Only messages with this status',
					},
					{
						displayName: 'To',
						name: 'to',
						type: 'string',
						default: '',
						placeholder: 'e.g. +12025550123',
						description: 'Only messages to this number',
					},
				],
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: {
					show: {
						resource: ['contact'],
					},
				},
				options: [
					{
						description:
							'Create a new record, or update the current one if it already exists (upsert)',
						value: 'upsert',
						name: 'Create or Update',
						action: 'Create or update contact',
					},
					{
						description: 'Deletes a contact; an opt-out of its number stays in force',
						value: 'delete',
						name: 'Delete',
						action: 'Delete contact',
					},
					{
						description: 'Gets one contact by ID or phone number',
						value: 'get',
						name: 'Get',
						action: 'Get contact',
					},
					{
						description: 'Searches contacts, newest first',
						value: 'getAll',
						name: 'Get Many',
						action: 'Get many contacts',
					},
					{
						description: 'Changes the given fields of a contact and leaves the others as they are',
						value: 'update',
						name: 'Update',
						action: 'Update contact',
					},
				],
				default: 'upsert',
			},
			{
				displayName: 'Phone',
				name: 'phone',
				type: 'string',
				default: '',
				placeholder: 'e.g. +12025550123',
				description: 'Phone number of the contact with country code, such as +12025550123',
				required: true,
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['upsert'],
					},
				},
			},
			{
				displayName: 'Additional Fields',
				name: 'additionalFields',
				placeholder: 'Add Field',
				type: 'collection',
				default: {},
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['upsert'],
					},
				},
				options: [
					{
						displayName: 'Attributes',
						name: 'attributes',
						type: 'fixedCollection',
						default: {},
						placeholder: 'Add Entry',
						typeOptions: {
							multipleValues: true,
						},
						options: [
							{
								displayName: 'Entry',
								name: 'entries',
								values: [
									{
										displayName: 'Name',
										name: 'name',
										type: 'string',
										default: '',
									},
									{
										displayName: 'Value',
										name: 'value',
										type: 'string',
										default: '',
									},
								],
							},
						],
						description: 'Names and values of your own, kept with the contact',
					},
					{
						displayName: 'Consent',
						name: 'consent',
						type: 'fixedCollection',
						default: {},
						placeholder: 'Add Consent',
						options: [
							{
								displayName: 'Consent',
								name: 'fields',
								values: [
									{
										displayName: 'Source',
										name: 'source',
										type: 'string',
										default: '',
										placeholder: 'e.g. Checkout form',
										description: 'Where the contact agreed, such as the checkout form',
									},
									{
										displayName: 'At',
										name: 'at',
										type: 'dateTime',
										default: '',
										description: 'When the contact agreed',
									},
								],
							},
						],
						description: 'Where and when the contact agreed to be texted',
					},
					{
						displayName: 'Email',
						name: 'email',
						type: 'string',
						default: '',
						placeholder: 'e.g. name@email.com',
						description: 'Email address of the contact',
					},
					{
						displayName: 'External ID',
						name: 'externalId',
						type: 'string',
						default: '',
						placeholder: 'e.g. customer-77',
						description: 'ID of the contact in your own system',
					},
					{
						displayName: 'First Name',
						name: 'firstName',
						type: 'string',
						default: '',
						placeholder: 'e.g. Ada',
					},
					{
						displayName: 'Last Name',
						name: 'lastName',
						type: 'string',
						default: '',
						placeholder: 'e.g. Lovelace',
					},
					{
						displayName: 'Status',
						name: 'status',
						type: 'options',
						default: 'subscribed',
						options: [
							{
								name: 'Opted Out',
								value: 'opted_out',
							},
							{
								name: 'Pending',
								value: 'pending',
							},
							{
								name: 'Subscribed',
								value: 'subscribed',
							},
						],
						description:
							'Whether the contact may be texted; to subscribe again after an opt-out takes consent',
					},
					{
						displayName: 'Time Zone',
						name: 'timeZone',
						type: 'string',
						default: '',
						placeholder: 'e.g. America/New_York',
						description: 'Time zone of the contact as an IANA name, for quiet hours',
					},
				],
			},
			{
				displayName: 'Contact ID',
				name: 'contactId',
				type: 'string',
				default: '',
				placeholder: 'e.g. con_01JZ3K8QW5T4V9XH2M6N7P8R0S',
				description: 'ID or phone number of the contact',
				required: true,
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['delete'],
					},
				},
			},
			{
				displayName: 'Contact ID',
				name: 'contactId',
				type: 'string',
				default: '',
				placeholder: 'e.g. con_01JZ3K8QW5T4V9XH2M6N7P8R0S',
				description: 'ID or phone number of the contact',
				required: true,
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['get'],
					},
				},
			},
			{
				displayName: 'Return All',
				name: 'returnAll',
				type: 'boolean',
				default: false,
				description: 'Whether to return all results or only up to a given limit',
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['getAll'],
					},
				},
			},
			{
				displayName: 'Limit',
				name: 'limit',
				type: 'number',
				typeOptions: {
					minValue: 1,
				},
				default: 50,
				description: 'Max number of results to return',
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['getAll'],
						returnAll: [false],
					},
				},
			},
			{
				displayName: 'Filters',
				name: 'filters',
				placeholder: 'Add Filter',
				type: 'collection',
				default: {},
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['getAll'],
					},
				},
				options: [
					{
						displayName: 'Email',
						name: 'email',
						type: 'string',
						default: '',
						placeholder: 'e.g. name@email.com',
						description: 'Only contacts with this email address',
					},
					{
						displayName: 'External ID',
						name: 'externalId',
						type: 'string',
						default: '',
						placeholder: 'e.g. customer-77',
						description: 'Only contacts with this ID in your own system',
					},
					{
						displayName: 'Phone',
						name: 'phone',
						type: 'string',
						default: '',
						placeholder: 'e.g. +12025550123',
						description: 'Only the contact with this number',
					},
					{
						displayName: 'Status',
						name: 'status',
						type: 'options',
						default: 'subscribed',
						options: [
							{
								name: 'Opted Out',
								value: 'opted_out',
							},
							{
								name: 'Pending',
								value: 'pending',
							},
							{
								name: 'Subscribed',
								value: 'subscribed',
							},
						],
						description: 'Only contacts with this status',
					},
				],
			},
			{
				displayName: 'Contact ID',
				name: 'contactId',
				type: 'string',
				default: '',
				placeholder: 'e.g. con_01JZ3K8QW5T4V9XH2M6N7P8R0S',
				description: 'ID or phone number of the contact',
				required: true,
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['update'],
					},
				},
			},
			{
				displayName: 'Update Fields',
				name: 'updateFields',
				placeholder: 'Add Field',
				type: 'collection',
				default: {},
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['update'],
					},
				},
				options: [
					{
						displayName: 'Attributes',
						name: 'attributes',
						type: 'fixedCollection',
						default: {},
						placeholder: 'Add Entry',
						typeOptions: {
							multipleValues: true,
						},
						options: [
							{
								displayName: 'Entry',
								name: 'entries',
								values: [
									{
										displayName: 'Name',
										name: 'name',
										type: 'string',
										default: '',
									},
									{
										displayName: 'Value',
										name: 'value',
										type: 'string',
										default: '',
									},
								],
							},
						],
						description: 'Names and values of your own, kept with the contact',
					},
					{
						displayName: 'Consent',
						name: 'consent',
						type: 'fixedCollection',
						default: {},
						placeholder: 'Add Consent',
						options: [
							{
								displayName: 'Consent',
								name: 'fields',
								values: [
									{
										displayName: 'Source',
										name: 'source',
										type: 'string',
										default: '',
										placeholder: 'e.g. Checkout form',
										description: 'Where the contact agreed, such as the checkout form',
									},
									{
										displayName: 'At',
										name: 'at',
										type: 'dateTime',
										default: '',
										description: 'When the contact agreed',
									},
								],
							},
						],
						description: 'Where and when the contact agreed to be texted',
					},
					{
						displayName: 'Email',
						name: 'email',
						type: 'string',
						default: '',
						placeholder: 'e.g. name@email.com',
						description: 'Email address of the contact',
					},
					{
						displayName: 'External ID',
						name: 'externalId',
						type: 'string',
						default: '',
						placeholder: 'e.g. customer-77',
						description: 'ID of the contact in your own system',
					},
					{
						displayName: 'First Name',
						name: 'firstName',
						type: 'string',
						default: '',
						placeholder: 'e.g. Ada',
					},
					{
						displayName: 'Last Name',
						name: 'lastName',
						type: 'string',
						default: '',
						placeholder: 'e.g. Lovelace',
					},
					{
						displayName: 'Status',
						name: 'status',
						type: 'options',
						default: 'subscribed',
						options: [
							{
								name: 'Opted Out',
								value: 'opted_out',
							},
							{
								name: 'Pending',
								value: 'pending',
							},
							{
								name: 'Subscribed',
								value: 'subscribed',
							},
						],
						description:
							'Whether the contact may be texted; to subscribe again after an opt-out takes consent',
					},
					{
						displayName: 'Time Zone',
						name: 'timeZone',
						type: 'string',
						default: '',
						placeholder: 'e.g. America/New_York',
						description: 'Time zone of the contact as an IANA name, for quiet hours',
					},
				],
			},
		],
	};
}
