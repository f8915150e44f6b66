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
		subtitle:
			'={{ ($parameter["operation"] === "__CUSTOM_API_CALL__" ? "Custom API Call" : $parameter["operation"].replace("getAll", "getMany").replace(/[A-Z]/g, " $&").toLowerCase().toTitleCase()) + ": " + $parameter["resource"].toTitleCase() }}',
		description: 'Send and track text messages, and manage contacts, lists and numbers',
		defaults: {
			name: 'Textloom',
		},
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Sends and receives SMS through a self-hosted Textloom service. For one text per item, use message: send without a loop: it sends all items in one request and never twice. For an approval or a question by SMS, use message: sendAndWait instead of a Wait node. To look at a text without sending it, use message: preview.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-textloom.textloomTrigger',
					relationHint: 'Starts the workflow on incoming SMS, delivery statuses and opt-outs',
				},
				{
					nodeType: 'n8n-nodes-base.httpRequest',
					relationHint: 'Calls other paths of the Textloom API with the same credential',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'textloomApi',
				required: true,
			},
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'OK',
				path: '={{ $nodeId }}',
				restartWebhook: true,
				isFullPath: true,
			},
		],
		waitingNodeTooltip:
			'={{ $parameter["operation"] === "sendAndWait" ? "The workflow continues when the reply arrives or the wait time is over" : "" }}',
		hints: [
			{
				message:
					"Textloom asks the recipient of each item. n8n's note about the first input item does not apply. 'Wait For' sets whether the workflow waits for all replies or for the first one.",
				displayCondition:
					'={{ $parameter["operation"] === "sendAndWait" && $input.all().length > 1 }}',
				location: 'outputPane',
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
						name: 'Account',
						value: 'account',
					},
					{
						name: 'Contact',
						value: 'contact',
					},
					{
						name: 'Event',
						value: 'event',
					},
					{
						name: 'List',
						value: 'list',
					},
					{
						name: 'Message',
						value: 'message',
					},
					{
						name: 'Number',
						value: 'number',
					},
					{
						name: 'Registration',
						value: 'registration',
					},
					{
						name: 'Report',
						value: 'report',
					},
					{
						name: 'Webhook',
						value: 'webhook',
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
						resource: ['account'],
					},
				},
				options: [
					{
						name: 'Get',
						value: 'get',
						description: 'Gets the account that the API key belongs to, and the scope of the key',
						action: 'Get account',
					},
				],
				default: 'get',
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
						name: 'Add to List',
						value: 'addToList',
						description: 'Adds a contact to a list; adding a contact again changes nothing',
						action: 'Add contact to list',
					},
					{
						name: 'Create or Update',
						value: 'upsert',
						description:
							'Create a new record, or update the current one if it already exists (upsert)',
						action: 'Create or update contact',
					},
					{
						name: 'Delete',
						value: 'delete',
						description: 'Deletes a contact; an opt-out of its number stays active',
						action: 'Delete contact',
					},
					{
						name: 'Get',
						value: 'get',
						description: 'Gets one contact by ID or phone number',
						action: 'Get contact',
					},
					{
						name: 'Get Many',
						value: 'getAll',
						description: 'Searches contacts, newest first',
						action: 'Get many contacts',
					},
					{
						name: 'Import',
						value: 'import',
						description: 'Adds or updates a contact for each row of a CSV file',
						action: 'Import contacts',
					},
					{
						name: 'Remove From List',
						value: 'removeFromList',
						description:
							'Removes a contact from a list; removing a contact that is not on the list changes nothing',
						action: 'Remove contact from list',
					},
					{
						name: 'Update',
						value: 'update',
						description:
							'Updates the given fields and attributes of a contact and keeps the others',
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
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['upsert'],
					},
					hide: {
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				default: 'simple',
				description: 'Which fields the agent gets',
				options: [
					{
						name: 'Raw',
						value: 'raw',
						description: 'All fields',
					},
					{
						name: 'Selected Fields',
						value: 'fields',
						description: 'Only the fields that you select',
					},
					{
						name: 'Simplified',
						value: 'simple',
						description: 'The fields that most agents need',
					},
				],
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['upsert'],
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Fields',
				name: 'fields',
				type: 'multiOptions',
				default: [],
				description: 'The fields to return; the simplified ones if empty',
				options: [
					{
						name: 'Attributes',
						value: 'attributes',
					},
					{
						name: 'Consent',
						value: 'consent',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Email',
						value: 'email',
					},
					{
						name: 'External ID',
						value: 'external_id',
					},
					{
						name: 'First Name',
						value: 'first_name',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Last Name',
						value: 'last_name',
					},
					{
						name: 'Lists',
						value: 'lists',
					},
					{
						name: 'Phone',
						value: 'phone',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Time Zone',
						value: 'time_zone',
					},
					{
						name: 'Updated At',
						value: 'updated_at',
					},
				],
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['upsert'],
						'@tool': [true],
						output: ['fields'],
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
						description: 'Your own names and values, stored with the contact',
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
										required: true,
									},
									{
										displayName: 'At',
										name: 'at',
										type: 'dateTime',
										default: '',
										description: 'When the contact agreed; must not be in the future',
										required: true,
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
						displayName: 'List Names or IDs',
						name: 'lists',
						type: 'multiOptions',
						default: [],
						typeOptions: {
							loadOptionsMethod: 'getLists',
						},
						description:
							'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
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
							'Whether you may text the contact; to subscribe a contact again after an opt-out, include consent that is newer than the opt-out',
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
				displayName: 'Contact',
				name: 'contactId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description:
					'The contact, which you can search by phone number, email, external ID, or a part of a name',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a contact...',
						typeOptions: {
							searchListMethod: 'searchContacts',
							searchable: true,
						},
					},
					{
						displayName: 'By Phone',
						name: 'phone',
						type: 'string',
						placeholder: 'e.g. +12025550123',
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. con_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['delete'],
					},
				},
			},
			{
				displayName: 'Contact',
				name: 'contactId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description:
					'The contact, which you can search by phone number, email, external ID, or a part of a name',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a contact...',
						typeOptions: {
							searchListMethod: 'searchContacts',
							searchable: true,
						},
					},
					{
						displayName: 'By Phone',
						name: 'phone',
						type: 'string',
						placeholder: 'e.g. +12025550123',
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. con_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['get'],
					},
				},
			},
			{
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['get'],
					},
					hide: {
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				default: 'simple',
				description: 'Which fields the agent gets',
				options: [
					{
						name: 'Raw',
						value: 'raw',
						description: 'All fields',
					},
					{
						name: 'Selected Fields',
						value: 'fields',
						description: 'Only the fields that you select',
					},
					{
						name: 'Simplified',
						value: 'simple',
						description: 'The fields that most agents need',
					},
				],
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['get'],
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Fields',
				name: 'fields',
				type: 'multiOptions',
				default: [],
				description: 'The fields to return; the simplified ones if empty',
				options: [
					{
						name: 'Attributes',
						value: 'attributes',
					},
					{
						name: 'Consent',
						value: 'consent',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Email',
						value: 'email',
					},
					{
						name: 'External ID',
						value: 'external_id',
					},
					{
						name: 'First Name',
						value: 'first_name',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Last Name',
						value: 'last_name',
					},
					{
						name: 'Lists',
						value: 'lists',
					},
					{
						name: 'Phone',
						value: 'phone',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Time Zone',
						value: 'time_zone',
					},
					{
						name: 'Updated At',
						value: 'updated_at',
					},
				],
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['get'],
						'@tool': [true],
						output: ['fields'],
					},
				},
			},
			{
				displayName: 'Binary File',
				name: 'binaryData',
				type: 'boolean',
				default: true,
				description: 'Whether the file is in a binary field of the item, instead of in a text',
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['import'],
					},
				},
			},
			{
				displayName: 'Input Binary Field',
				name: 'binaryPropertyName',
				type: 'string',
				default: 'data',
				required: true,
				placeholder: 'e.g. data',
				hint: 'The name of the input field containing the binary file data to be processed',
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['import'],
						binaryData: [true],
					},
				},
			},
			{
				displayName: 'CSV',
				name: 'csv',
				type: 'string',
				default: '',
				typeOptions: {
					rows: 4,
				},
				placeholder: 'e.g. phone,first_name,email\n+12025550123,Ada,ada@example.com\n',
				description: 'The rows to import, with the names of the columns first',
				builderHint: {
					propertyHint:
						'Set binaryData to false to use this text; otherwise, the file comes from binary data',
				},
				required: true,
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['import'],
						binaryData: [false],
					},
				},
			},
			{
				displayName:
					"The file must be CSV in UTF-8, with at most 10,000 rows. Its first line names the columns. Only 'phone' is required, and columns that are not fields of a contact become attributes.",
				name: 'notice',
				type: 'notice',
				default: '',
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['import'],
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
						operation: ['import'],
					},
				},
				options: [
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
										required: true,
									},
									{
										displayName: 'At',
										name: 'at',
										type: 'dateTime',
										default: '',
										description: 'When the contact agreed; must not be in the future',
										required: true,
									},
								],
							},
						],
						description: 'Where and when the contact agreed to be texted',
					},
					{
						displayName: 'List Name or ID',
						name: 'listId',
						type: 'options',
						default: '',
						description:
							'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
						typeOptions: {
							loadOptionsMethod: 'getLists',
						},
					},
				],
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
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['getAll'],
					},
					hide: {
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				default: 'simple',
				description: 'Which fields the agent gets',
				options: [
					{
						name: 'Raw',
						value: 'raw',
						description: 'All fields',
					},
					{
						name: 'Selected Fields',
						value: 'fields',
						description: 'Only the fields that you select',
					},
					{
						name: 'Simplified',
						value: 'simple',
						description: 'The fields that most agents need',
					},
				],
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['getAll'],
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Fields',
				name: 'fields',
				type: 'multiOptions',
				default: [],
				description: 'The fields to return; the simplified ones if empty',
				options: [
					{
						name: 'Attributes',
						value: 'attributes',
					},
					{
						name: 'Consent',
						value: 'consent',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Email',
						value: 'email',
					},
					{
						name: 'External ID',
						value: 'external_id',
					},
					{
						name: 'First Name',
						value: 'first_name',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Last Name',
						value: 'last_name',
					},
					{
						name: 'Lists',
						value: 'lists',
					},
					{
						name: 'Phone',
						value: 'phone',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Time Zone',
						value: 'time_zone',
					},
					{
						name: 'Updated At',
						value: 'updated_at',
					},
				],
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['getAll'],
						'@tool': [true],
						output: ['fields'],
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
						displayName: 'List Name or ID',
						name: 'listId',
						type: 'options',
						default: '',
						description:
							'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
						typeOptions: {
							loadOptionsMethod: 'getLists',
						},
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
				displayName: 'Contact',
				name: 'contactId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description:
					'The contact, which you can search by phone number, email, external ID, or a part of a name',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a contact...',
						typeOptions: {
							searchListMethod: 'searchContacts',
							searchable: true,
						},
					},
					{
						displayName: 'By Phone',
						name: 'phone',
						type: 'string',
						placeholder: 'e.g. +12025550123',
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. con_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['update'],
					},
				},
			},
			{
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['update'],
					},
					hide: {
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				default: 'simple',
				description: 'Which fields the agent gets',
				options: [
					{
						name: 'Raw',
						value: 'raw',
						description: 'All fields',
					},
					{
						name: 'Selected Fields',
						value: 'fields',
						description: 'Only the fields that you select',
					},
					{
						name: 'Simplified',
						value: 'simple',
						description: 'The fields that most agents need',
					},
				],
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['update'],
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Fields',
				name: 'fields',
				type: 'multiOptions',
				default: [],
				description: 'The fields to return; the simplified ones if empty',
				options: [
					{
						name: 'Attributes',
						value: 'attributes',
					},
					{
						name: 'Consent',
						value: 'consent',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Email',
						value: 'email',
					},
					{
						name: 'External ID',
						value: 'external_id',
					},
					{
						name: 'First Name',
						value: 'first_name',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Last Name',
						value: 'last_name',
					},
					{
						name: 'Lists',
						value: 'lists',
					},
					{
						name: 'Phone',
						value: 'phone',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Time Zone',
						value: 'time_zone',
					},
					{
						name: 'Updated At',
						value: 'updated_at',
					},
				],
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['update'],
						'@tool': [true],
						output: ['fields'],
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
						description: 'Your own names and values, stored with the contact',
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
										required: true,
									},
									{
										displayName: 'At',
										name: 'at',
										type: 'dateTime',
										default: '',
										description: 'When the contact agreed; must not be in the future',
										required: true,
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
						displayName: 'List Names or IDs',
						name: 'lists',
						type: 'multiOptions',
						default: [],
						typeOptions: {
							loadOptionsMethod: 'getLists',
						},
						description:
							'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
						hint: 'Removes the contact from all other lists',
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
							'Whether you may text the contact; to subscribe a contact again after an opt-out, include consent that is newer than the opt-out',
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
				displayName: 'List',
				name: 'listId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'The list of contacts',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a list...',
						typeOptions: {
							searchListMethod: 'searchLists',
							searchable: true,
						},
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. lst_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['addToList'],
					},
				},
			},
			{
				displayName: 'Contact',
				name: 'contactId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description:
					'The contact, which you can search by phone number, email, external ID, or a part of a name',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a contact...',
						typeOptions: {
							searchListMethod: 'searchContacts',
							searchable: true,
						},
					},
					{
						displayName: 'By Phone',
						name: 'phone',
						type: 'string',
						placeholder: 'e.g. +12025550123',
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. con_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['addToList'],
					},
				},
			},
			{
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['addToList'],
					},
					hide: {
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				default: 'simple',
				description: 'Which fields the agent gets',
				options: [
					{
						name: 'Raw',
						value: 'raw',
						description: 'All fields',
					},
					{
						name: 'Selected Fields',
						value: 'fields',
						description: 'Only the fields that you select',
					},
					{
						name: 'Simplified',
						value: 'simple',
						description: 'The fields that most agents need',
					},
				],
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['addToList'],
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Fields',
				name: 'fields',
				type: 'multiOptions',
				default: [],
				description: 'The fields to return; the simplified ones if empty',
				options: [
					{
						name: 'Attributes',
						value: 'attributes',
					},
					{
						name: 'Consent',
						value: 'consent',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Email',
						value: 'email',
					},
					{
						name: 'External ID',
						value: 'external_id',
					},
					{
						name: 'First Name',
						value: 'first_name',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Last Name',
						value: 'last_name',
					},
					{
						name: 'Lists',
						value: 'lists',
					},
					{
						name: 'Phone',
						value: 'phone',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Time Zone',
						value: 'time_zone',
					},
					{
						name: 'Updated At',
						value: 'updated_at',
					},
				],
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['addToList'],
						'@tool': [true],
						output: ['fields'],
					},
				},
			},
			{
				displayName: 'List',
				name: 'listId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'The list of contacts',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a list...',
						typeOptions: {
							searchListMethod: 'searchLists',
							searchable: true,
						},
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. lst_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['removeFromList'],
					},
				},
			},
			{
				displayName: 'Contact',
				name: 'contactId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description:
					'The contact, which you can search by phone number, email, external ID, or a part of a name',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a contact...',
						typeOptions: {
							searchListMethod: 'searchContacts',
							searchable: true,
						},
					},
					{
						displayName: 'By Phone',
						name: 'phone',
						type: 'string',
						placeholder: 'e.g. +12025550123',
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. con_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['removeFromList'],
					},
				},
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: {
					show: {
						resource: ['event'],
					},
				},
				options: [
					{
						name: 'Get Deliveries',
						value: 'getDeliveries',
						description: 'Lists the attempts to deliver this event to any webhook, newest first',
						action: 'Get deliveries of event',
					},
					{
						name: 'Get Many',
						value: 'getAll',
						description: 'Lists events, newest first, in the form that webhooks deliver',
						action: 'Get many events',
					},
					{
						name: 'Redeliver',
						value: 'redeliver',
						description:
							'Delivers an event again, byte for byte, to every webhook that subscribes to it',
						action: 'Redeliver event',
					},
				],
				default: 'getAll',
			},
			{
				displayName: 'Return All',
				name: 'returnAll',
				type: 'boolean',
				default: false,
				description: 'Whether to return all results or only up to a given limit',
				displayOptions: {
					show: {
						resource: ['event'],
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
						resource: ['event'],
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
						resource: ['event'],
						operation: ['getAll'],
					},
				},
				options: [
					{
						displayName: 'Message ID',
						name: 'messageId',
						type: 'string',
						default: '',
						placeholder: 'e.g. msg_01JZ3K8QW5T4V9XH2M6N7P8R0S',
						description: 'Only events of this message',
					},
					{
						displayName: 'Related To',
						name: 'relatedTo',
						type: 'string',
						default: [],
						typeOptions: {
							multipleValues: true,
							multipleValueButtonText: 'Add Related To',
						},
						description: 'Only events of the messages with these IDs, and of the replies to them',
					},
					{
						displayName: 'Types',
						name: 'type',
						type: 'multiOptions',
						default: [],
						options: [
							{
								name: 'Contact Created',
								value: 'contact.created',
							},
							{
								name: 'Contact Opted In',
								value: 'contact.opted_in',
							},
							{
								name: 'Contact Opted Out',
								value: 'contact.opted_out',
							},
							{
								name: 'Message Canceled',
								value: 'message.canceled',
							},
							{
								name: 'Message Delivered',
								value: 'message.delivered',
							},
							{
								name: 'Message Expired',
								value: 'message.expired',
							},
							{
								name: 'Message Failed',
								value: 'message.failed',
							},
							{
								name: 'Message Received',
								value: 'message.received',
							},
							{
								name: 'Message Sent',
								value: 'message.sent',
							},
							{
								name: 'Message Unconfirmed',
								value: 'message.unconfirmed',
							},
							{
								name: 'Message Undelivered',
								value: 'message.undelivered',
							},
							{
								name: 'Registration Approved',
								value: 'registration.approved',
							},
							{
								name: 'Registration Rejected',
								value: 'registration.rejected',
							},
							{
								name: 'Webhook Expired',
								value: 'webhook.expired',
							},
							{
								name: 'Webhook Test',
								value: 'webhook.test',
							},
						],
						description: 'Only events of these types',
					},
				],
			},
			{
				displayName: 'Event ID',
				name: 'eventId',
				type: 'string',
				default: '',
				placeholder: 'e.g. evt_01JZ3K8QW5T4V9XH2M6N7P8R0S',
				description: 'ID of the event, from Get Many or from a Textloom Trigger',
				required: true,
				displayOptions: {
					show: {
						resource: ['event'],
						operation: ['getDeliveries'],
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
						resource: ['event'],
						operation: ['getDeliveries'],
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
						resource: ['event'],
						operation: ['getDeliveries'],
						returnAll: [false],
					},
				},
			},
			{
				displayName: 'Event ID',
				name: 'eventId',
				type: 'string',
				default: '',
				placeholder: 'e.g. evt_01JZ3K8QW5T4V9XH2M6N7P8R0S',
				description: 'ID of the event, from Get Many or from a Textloom Trigger',
				required: true,
				displayOptions: {
					show: {
						resource: ['event'],
						operation: ['redeliver'],
					},
				},
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: {
					show: {
						resource: ['list'],
					},
				},
				options: [
					{
						name: 'Create',
						value: 'create',
						description: 'Adds a list, or returns the list that has this name',
						action: 'Create list',
					},
					{
						name: 'Delete',
						value: 'delete',
						description: 'Deletes a list but keeps its contacts',
						action: 'Delete list',
					},
					{
						name: 'Get',
						value: 'get',
						description: 'Gets one list and its number of contacts',
						action: 'Get list',
					},
					{
						name: 'Get Many',
						value: 'getAll',
						description: 'Lists the lists of the account, newest first',
						action: 'Get many lists',
					},
					{
						name: 'Update',
						value: 'update',
						description: 'Renames a list',
						action: 'Update list',
					},
				],
				default: 'create',
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. Newsletter',
				description: 'Name of the list',
				required: true,
				displayOptions: {
					show: {
						resource: ['list'],
						operation: ['create'],
					},
				},
			},
			{
				displayName: 'List',
				name: 'listId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'The list of contacts',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a list...',
						typeOptions: {
							searchListMethod: 'searchLists',
							searchable: true,
						},
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. lst_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['list'],
						operation: ['delete'],
					},
				},
			},
			{
				displayName: 'List',
				name: 'listId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'The list of contacts',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a list...',
						typeOptions: {
							searchListMethod: 'searchLists',
							searchable: true,
						},
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. lst_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['list'],
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
						resource: ['list'],
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
						resource: ['list'],
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
						resource: ['list'],
						operation: ['getAll'],
					},
				},
				options: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. Newsletter',
						description:
							'Only the list with this name; if there is none, lists whose names differ only in case',
					},
				],
			},
			{
				displayName: 'List',
				name: 'listId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'The list of contacts',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a list...',
						typeOptions: {
							searchListMethod: 'searchLists',
							searchable: true,
						},
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. lst_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['list'],
						operation: ['update'],
					},
				},
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. Newsletter',
				description: 'Name of the list',
				required: true,
				displayOptions: {
					show: {
						resource: ['list'],
						operation: ['update'],
					},
				},
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
						name: 'Cancel',
						value: 'cancel',
						description: 'Cancels a message that has not been sent yet',
						action: 'Cancel message',
					},
					{
						name: 'Get',
						value: 'get',
						description: 'Gets one message and its delivery status',
						action: 'Get message',
					},
					{
						name: 'Get Attempts',
						value: 'getAttempts',
						description:
							'Lists the attempts to hand this message to a carrier, newest first; empty if the first one succeeded',
						action: 'Get attempts of message',
					},
					{
						name: 'Get Many',
						value: 'getAll',
						description: 'Searches messages, newest first',
						action: 'Get many messages',
					},
					{
						name: 'Preview',
						value: 'preview',
						description:
							'Shows how a message would be sent, how many segments it needs, and whether the service would accept it; stores nothing',
						action: 'Preview message',
					},
					{
						name: 'Send',
						value: 'send',
						description: 'Sends an SMS or MMS message to one recipient',
						action: 'Send message',
					},
					{
						name: 'Send and Wait for Reply',
						value: 'sendAndWait',
						description: 'Sends a text message and pauses the workflow until the recipient replies',
						action: 'Send message and wait for reply',
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
				builderHint: {
					propertyHint:
						'One phone number with its country code, such as +12025550123; one item per recipient',
				},
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
				description: "Number or name to send from; the account's default number if empty",
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a number...',
						typeOptions: {
							searchListMethod: 'searchSenders',
							searchable: true,
						},
					},
					{
						displayName: 'By Number',
						name: 'sender',
						type: 'string',
						placeholder: 'e.g. +12025550100 or ACME',
					},
				],
				hint: 'If empty, your default number',
				builderHint: {
					propertyHint: 'Leave empty to use the default number of the account',
				},
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
				description:
					'Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts',
				hint: 'A segment holds 160 characters, or 70 with emoji or non-Latin scripts',
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['send'],
					},
				},
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
					'Purpose of the message; sets its priority, and marketing messages respect quiet hours',
				builderHint: {
					propertyHint:
						'Use marketing for offers and newsletters, which Textloom holds during quiet hours; otp for codes; alert for on-call messages; notification for everything else',
				},
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['send'],
					},
				},
			},
			{
				displayName:
					"Marketing messages go out between 8 AM and 9 PM in the recipient's time zone and wait outside these hours. From US local numbers, they may need an approved registration (10DLC).",
				name: 'notice',
				type: 'notice',
				default: '',
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['send'],
						purpose: ['marketing'],
					},
				},
			},
			{
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['send'],
					},
					hide: {
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				default: 'simple',
				description: 'Which fields the agent gets',
				options: [
					{
						name: 'Raw',
						value: 'raw',
						description: 'All fields',
					},
					{
						name: 'Selected Fields',
						value: 'fields',
						description: 'Only the fields that you select',
					},
					{
						name: 'Simplified',
						value: 'simple',
						description: 'The fields that most agents need',
					},
				],
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['send'],
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Fields',
				name: 'fields',
				type: 'multiOptions',
				default: [],
				description: 'The fields to return; the simplified ones if empty',
				options: [
					{
						name: 'Automatic',
						value: 'automatic',
					},
					{
						name: 'Campaign ID',
						value: 'campaign_id',
					},
					{
						name: 'Contact ID',
						value: 'contact_id',
					},
					{
						name: 'Country',
						value: 'country',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Delivered At',
						value: 'delivered_at',
					},
					{
						name: 'Direction',
						value: 'direction',
					},
					{
						name: 'Encoding',
						value: 'encoding',
					},
					{
						name: 'Expires At',
						value: 'expires_at',
					},
					{
						name: 'Failure',
						value: 'failure',
					},
					{
						name: 'Final At',
						value: 'final_at',
					},
					{
						name: 'From',
						value: 'from',
					},
					{
						name: 'Held Reason',
						value: 'held_reason',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'In Reply To',
						value: 'in_reply_to',
					},
					{
						name: 'List IDs',
						value: 'list_ids',
					},
					{
						name: 'Media',
						value: 'media',
					},
					{
						name: 'Metadata',
						value: 'metadata',
					},
					{
						name: 'Purpose',
						value: 'purpose',
					},
					{
						name: 'Reference',
						value: 'reference',
					},
					{
						name: 'Segments',
						value: 'segments',
					},
					{
						name: 'Send At',
						value: 'send_at',
					},
					{
						name: 'Sent At',
						value: 'sent_at',
					},
					{
						name: 'Sent Text',
						value: 'sent_text',
					},
					{
						name: 'Sequence',
						value: 'sequence',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Text',
						value: 'text',
					},
					{
						name: 'To',
						value: 'to',
					},
				],
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['send'],
						'@tool': [true],
						output: ['fields'],
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
						displayName: 'Deduplication Key',
						name: 'deduplicationKey',
						type: 'string',
						default: '',
						placeholder: 'e.g. order-1042',
						description:
							'The ID of the record that starts the workflow, such as an order; with the same key, a recipient gets only one message within 24 hours, even if the workflow runs again for the same record',
					},
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
						description: 'Character set; GSM-7 rejects characters that it does not contain',
					},
					{
						displayName: 'Media URLs',
						name: 'mediaUrls',
						type: 'string',
						default: [],
						typeOptions: {
							multipleValues: true,
							multipleValueButtonText: 'Add Media URL',
						},
						placeholder: 'e.g. https://example.com/menu.jpg',
						description:
							'Public https addresses of up to 10 pictures or other files, which make the message an MMS',
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
						description: 'Your own names and values, stored with the message',
					},
					{
						displayName: 'Reference',
						name: 'reference',
						type: 'string',
						default: '',
						placeholder: 'e.g. order-1042',
						description: 'Your own ID for the message, to find it later',
					},
					{
						displayName: 'Send At',
						name: 'sendAt',
						type: 'dateTime',
						default: '',
						description: 'When to send, up to 35 days ahead; immediately if empty',
					},
					{
						displayName: 'Smart Encoding',
						name: 'smartEncoding',
						type: 'boolean',
						default: false,
						description:
							'Whether to replace look-alike characters, such as curly quotes, to save segments',
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
						description: 'Seconds until an unsent message expires',
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
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['cancel'],
					},
					hide: {
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				default: 'simple',
				description: 'Which fields the agent gets',
				options: [
					{
						name: 'Raw',
						value: 'raw',
						description: 'All fields',
					},
					{
						name: 'Selected Fields',
						value: 'fields',
						description: 'Only the fields that you select',
					},
					{
						name: 'Simplified',
						value: 'simple',
						description: 'The fields that most agents need',
					},
				],
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['cancel'],
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Fields',
				name: 'fields',
				type: 'multiOptions',
				default: [],
				description: 'The fields to return; the simplified ones if empty',
				options: [
					{
						name: 'Automatic',
						value: 'automatic',
					},
					{
						name: 'Campaign ID',
						value: 'campaign_id',
					},
					{
						name: 'Contact ID',
						value: 'contact_id',
					},
					{
						name: 'Country',
						value: 'country',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Delivered At',
						value: 'delivered_at',
					},
					{
						name: 'Direction',
						value: 'direction',
					},
					{
						name: 'Encoding',
						value: 'encoding',
					},
					{
						name: 'Expires At',
						value: 'expires_at',
					},
					{
						name: 'Failure',
						value: 'failure',
					},
					{
						name: 'Final At',
						value: 'final_at',
					},
					{
						name: 'From',
						value: 'from',
					},
					{
						name: 'Held Reason',
						value: 'held_reason',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'In Reply To',
						value: 'in_reply_to',
					},
					{
						name: 'List IDs',
						value: 'list_ids',
					},
					{
						name: 'Media',
						value: 'media',
					},
					{
						name: 'Metadata',
						value: 'metadata',
					},
					{
						name: 'Purpose',
						value: 'purpose',
					},
					{
						name: 'Reference',
						value: 'reference',
					},
					{
						name: 'Segments',
						value: 'segments',
					},
					{
						name: 'Send At',
						value: 'send_at',
					},
					{
						name: 'Sent At',
						value: 'sent_at',
					},
					{
						name: 'Sent Text',
						value: 'sent_text',
					},
					{
						name: 'Sequence',
						value: 'sequence',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Text',
						value: 'text',
					},
					{
						name: 'To',
						value: 'to',
					},
				],
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['cancel'],
						'@tool': [true],
						output: ['fields'],
					},
				},
			},
			{
				displayName: 'Message ID',
				name: 'messageId',
				type: 'string',
				default: '',
				placeholder: 'e.g. msg_01JZ3K8QW5T4V9XH2M6N7P8R0S',
				description: 'ID of the message, as returned when it was sent',
				required: true,
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['get'],
					},
				},
			},
			{
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['get'],
					},
					hide: {
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				default: 'simple',
				description: 'Which fields the agent gets',
				options: [
					{
						name: 'Raw',
						value: 'raw',
						description: 'All fields',
					},
					{
						name: 'Selected Fields',
						value: 'fields',
						description: 'Only the fields that you select',
					},
					{
						name: 'Simplified',
						value: 'simple',
						description: 'The fields that most agents need',
					},
				],
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['get'],
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Fields',
				name: 'fields',
				type: 'multiOptions',
				default: [],
				description: 'The fields to return; the simplified ones if empty',
				options: [
					{
						name: 'Automatic',
						value: 'automatic',
					},
					{
						name: 'Campaign ID',
						value: 'campaign_id',
					},
					{
						name: 'Contact ID',
						value: 'contact_id',
					},
					{
						name: 'Country',
						value: 'country',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Delivered At',
						value: 'delivered_at',
					},
					{
						name: 'Direction',
						value: 'direction',
					},
					{
						name: 'Encoding',
						value: 'encoding',
					},
					{
						name: 'Expires At',
						value: 'expires_at',
					},
					{
						name: 'Failure',
						value: 'failure',
					},
					{
						name: 'Final At',
						value: 'final_at',
					},
					{
						name: 'From',
						value: 'from',
					},
					{
						name: 'Held Reason',
						value: 'held_reason',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'In Reply To',
						value: 'in_reply_to',
					},
					{
						name: 'List IDs',
						value: 'list_ids',
					},
					{
						name: 'Media',
						value: 'media',
					},
					{
						name: 'Metadata',
						value: 'metadata',
					},
					{
						name: 'Purpose',
						value: 'purpose',
					},
					{
						name: 'Reference',
						value: 'reference',
					},
					{
						name: 'Segments',
						value: 'segments',
					},
					{
						name: 'Send At',
						value: 'send_at',
					},
					{
						name: 'Sent At',
						value: 'sent_at',
					},
					{
						name: 'Sent Text',
						value: 'sent_text',
					},
					{
						name: 'Sequence',
						value: 'sequence',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Text',
						value: 'text',
					},
					{
						name: 'To',
						value: 'to',
					},
				],
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['get'],
						'@tool': [true],
						output: ['fields'],
					},
				},
			},
			{
				displayName: 'Message ID',
				name: 'messageId',
				type: 'string',
				default: '',
				placeholder: 'e.g. msg_01JZ3K8QW5T4V9XH2M6N7P8R0S',
				description: 'ID of the message',
				required: true,
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['getAttempts'],
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
						operation: ['getAttempts'],
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
						operation: ['getAttempts'],
						returnAll: [false],
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
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['getAll'],
					},
					hide: {
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				default: 'simple',
				description: 'Which fields the agent gets',
				options: [
					{
						name: 'Raw',
						value: 'raw',
						description: 'All fields',
					},
					{
						name: 'Selected Fields',
						value: 'fields',
						description: 'Only the fields that you select',
					},
					{
						name: 'Simplified',
						value: 'simple',
						description: 'The fields that most agents need',
					},
				],
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['getAll'],
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Fields',
				name: 'fields',
				type: 'multiOptions',
				default: [],
				description: 'The fields to return; the simplified ones if empty',
				options: [
					{
						name: 'Automatic',
						value: 'automatic',
					},
					{
						name: 'Campaign ID',
						value: 'campaign_id',
					},
					{
						name: 'Contact ID',
						value: 'contact_id',
					},
					{
						name: 'Country',
						value: 'country',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Delivered At',
						value: 'delivered_at',
					},
					{
						name: 'Direction',
						value: 'direction',
					},
					{
						name: 'Encoding',
						value: 'encoding',
					},
					{
						name: 'Expires At',
						value: 'expires_at',
					},
					{
						name: 'Failure',
						value: 'failure',
					},
					{
						name: 'Final At',
						value: 'final_at',
					},
					{
						name: 'From',
						value: 'from',
					},
					{
						name: 'Held Reason',
						value: 'held_reason',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'In Reply To',
						value: 'in_reply_to',
					},
					{
						name: 'List IDs',
						value: 'list_ids',
					},
					{
						name: 'Media',
						value: 'media',
					},
					{
						name: 'Metadata',
						value: 'metadata',
					},
					{
						name: 'Purpose',
						value: 'purpose',
					},
					{
						name: 'Reference',
						value: 'reference',
					},
					{
						name: 'Segments',
						value: 'segments',
					},
					{
						name: 'Send At',
						value: 'send_at',
					},
					{
						name: 'Sent At',
						value: 'sent_at',
					},
					{
						name: 'Sent Text',
						value: 'sent_text',
					},
					{
						name: 'Sequence',
						value: 'sequence',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Text',
						value: 'text',
					},
					{
						name: 'To',
						value: 'to',
					},
				],
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['getAll'],
						'@tool': [true],
						output: ['fields'],
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
						displayName: 'Campaign Name or ID',
						name: 'campaignId',
						type: 'options',
						default: '',
						description:
							'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
						typeOptions: {
							loadOptionsMethod: 'getCampaigns',
						},
					},
					{
						displayName: 'Contact ID',
						name: 'contactId',
						type: 'string',
						default: '',
						placeholder: 'e.g. con_01JZ3K8QW5T4V9XH2M6N7P8R0S',
						description: 'Only messages of this contact',
					},
					{
						displayName: 'Country',
						name: 'country',
						type: 'string',
						default: '',
						placeholder: 'e.g. US',
						description: 'Only messages to or from this country',
					},
					{
						displayName: 'Created After',
						name: 'createdAfter',
						type: 'dateTime',
						default: '',
						description: 'Only messages created at or after this time',
					},
					{
						displayName: 'Created Before',
						name: 'createdBefore',
						type: 'dateTime',
						default: '',
						description: 'Only messages created before this time',
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
						description: 'Only sent messages, or only received messages',
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
						displayName: 'List Name or ID',
						name: 'listId',
						type: 'options',
						default: '',
						description:
							'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
						typeOptions: {
							loadOptionsMethod: 'getLists',
						},
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
						description: 'Only messages with this reference',
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
				displayName: 'To',
				name: 'to',
				type: 'string',
				default: '',
				placeholder: 'e.g. +12025550123',
				description: 'Phone number of the recipient with country code, such as +12025550123',
				builderHint: {
					propertyHint:
						'One phone number with its country code, such as +12025550123; one item per recipient',
				},
				required: true,
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['preview'],
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
				description: "Number or name to send from; the account's default number if empty",
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a number...',
						typeOptions: {
							searchListMethod: 'searchSenders',
							searchable: true,
						},
					},
					{
						displayName: 'By Number',
						name: 'sender',
						type: 'string',
						placeholder: 'e.g. +12025550100 or ACME',
					},
				],
				hint: 'If empty, your default number',
				builderHint: {
					propertyHint: 'Leave empty to use the default number of the account',
				},
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['preview'],
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
				description:
					'Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts',
				hint: 'A segment holds 160 characters, or 70 with emoji or non-Latin scripts',
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['preview'],
					},
				},
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
					'Purpose of the message; sets its priority, and marketing messages respect quiet hours',
				builderHint: {
					propertyHint:
						'Use marketing for offers and newsletters, which Textloom holds during quiet hours; otp for codes; alert for on-call messages; notification for everything else',
				},
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['preview'],
					},
				},
			},
			{
				displayName:
					"Marketing messages go out between 8 AM and 9 PM in the recipient's time zone and wait outside these hours. From US local numbers, they may need an approved registration (10DLC).",
				name: 'notice',
				type: 'notice',
				default: '',
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['preview'],
						purpose: ['marketing'],
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
						operation: ['preview'],
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
						description: 'Character set; GSM-7 rejects characters that it does not contain',
					},
					{
						displayName: 'Media URLs',
						name: 'mediaUrls',
						type: 'string',
						default: [],
						typeOptions: {
							multipleValues: true,
							multipleValueButtonText: 'Add Media URL',
						},
						placeholder: 'e.g. https://example.com/menu.jpg',
						description:
							'Public https addresses of up to 10 pictures or other files, which make the message an MMS',
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
						description: 'Your own names and values, stored with the message',
					},
					{
						displayName: 'Reference',
						name: 'reference',
						type: 'string',
						default: '',
						placeholder: 'e.g. order-1042',
						description: 'Your own ID for the message, to find it later',
					},
					{
						displayName: 'Send At',
						name: 'sendAt',
						type: 'dateTime',
						default: '',
						description: 'When to send, up to 35 days ahead; immediately if empty',
					},
					{
						displayName: 'Smart Encoding',
						name: 'smartEncoding',
						type: 'boolean',
						default: false,
						description:
							'Whether to replace look-alike characters, such as curly quotes, to save segments',
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
						description: 'Seconds until an unsent message expires',
					},
				],
			},
			{
				displayName: 'To',
				name: 'to',
				type: 'string',
				default: '',
				placeholder: 'e.g. +12025550123',
				description: 'Phone number of the recipient with country code, such as +12025550123',
				builderHint: {
					propertyHint:
						'One phone number with its country code, such as +12025550123; one item per recipient',
				},
				required: true,
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['sendAndWait'],
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
				description: "Number or name to send from; the account's default number if empty",
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a number...',
						typeOptions: {
							searchListMethod: 'searchSenders',
							searchable: true,
						},
					},
					{
						displayName: 'By Number',
						name: 'sender',
						type: 'string',
						placeholder: 'e.g. +12025550100 or ACME',
					},
				],
				hint: 'If empty, your default number',
				builderHint: {
					propertyHint: 'Leave empty to use the default number of the account',
				},
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['sendAndWait'],
					},
				},
			},
			{
				displayName: 'Message',
				name: 'message',
				type: 'string',
				default: '',
				typeOptions: {
					rows: 4,
				},
				placeholder: 'e.g. Restart the server?',
				description:
					'Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts',
				hint: 'A segment holds 160 characters, or 70 with emoji or non-Latin scripts',
				required: true,
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['sendAndWait'],
					},
				},
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
					'Purpose of the message; sets its priority, and marketing messages respect quiet hours',
				builderHint: {
					propertyHint:
						'Use marketing for offers and newsletters, which Textloom holds during quiet hours; otp for codes; alert for on-call messages; notification for everything else',
				},
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['sendAndWait'],
					},
				},
			},
			{
				displayName: 'Response Type',
				name: 'responseType',
				type: 'options',
				default: 'approval',
				options: [
					{
						name: 'Approval',
						value: 'approval',
					},
					{
						name: 'Free Text',
						value: 'freeText',
					},
				],
				description: 'Which replies end the wait',
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['sendAndWait'],
					},
				},
			},
			{
				displayName: 'Approve Words',
				name: 'approveWords',
				type: 'string',
				default: 'YES, Y, OK',
				placeholder: 'e.g. YES, Y, OK',
				description:
					'Words at the beginning of a reply that approve, separated by commas (not case-sensitive)',
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['sendAndWait'],
						responseType: ['approval'],
					},
				},
			},
			{
				displayName: 'Decline Words',
				name: 'declineWords',
				type: 'string',
				default: 'NO, N',
				placeholder: 'e.g. NO, N',
				description:
					'Words at the beginning of a reply that decline, separated by commas (not case-sensitive)',
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['sendAndWait'],
						responseType: ['approval'],
					},
				},
			},
			{
				displayName:
					"Marketing messages go out between 8 AM and 9 PM in the recipient's time zone and wait outside these hours. From US local numbers, they may need an approved registration (10DLC).",
				name: 'notice',
				type: 'notice',
				default: '',
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['sendAndWait'],
						purpose: ['marketing'],
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
						operation: ['sendAndWait'],
					},
				},
				options: [
					{
						displayName: 'Append Reply Instructions',
						name: 'appendInstructions',
						type: 'boolean',
						default: true,
						description:
							'Whether to add how to reply, such as "Reply YES or NO", unless the message contains the first approve word and the first decline word; this text counts in segments',
						displayOptions: {
							show: {
								'/responseType': ['approval'],
							},
						},
					},
					{
						displayName: 'Ask Again',
						name: 'askAgain',
						type: 'string',
						default: '',
						typeOptions: {
							rows: 4,
						},
						placeholder: 'e.g. Please reply YES or NO',
						description:
							'Text to send once if a reply is unclear; by default, it asks for the first approve word or the first decline word; add this field and leave it empty to send none',
						displayOptions: {
							show: {
								'/responseType': ['approval'],
							},
						},
					},
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
						description: 'Character set; GSM-7 rejects characters that it does not contain',
					},
					{
						displayName: 'Limit Wait Time',
						name: 'limitWaitTime',
						type: 'fixedCollection',
						default: {
							fields: {
								limitType: 'afterTimeInterval',
								resumeAmount: 24,
								resumeUnit: 'hours',
							},
						},
						placeholder: 'Add Limit Wait Time',
						options: [
							{
								displayName: 'Limit Wait Time',
								name: 'fields',
								values: [
									{
										displayName: 'Limit Type',
										name: 'limitType',
										type: 'options',
										default: 'afterTimeInterval',
										options: [
											{
												name: 'After Time Interval',
												value: 'afterTimeInterval',
											},
											{
												name: 'At Specified Time',
												value: 'atSpecifiedTime',
											},
										],
									},
									{
										displayName: 'Amount',
										name: 'resumeAmount',
										type: 'number',
										default: 24,
										typeOptions: {
											minValue: 1,
											maxValue: 1000,
										},
										displayOptions: {
											show: {
												limitType: ['afterTimeInterval'],
											},
										},
									},
									{
										displayName: 'Unit',
										name: 'resumeUnit',
										type: 'options',
										default: 'hours',
										options: [
											{
												name: 'Days',
												value: 'days',
											},
											{
												name: 'Hours',
												value: 'hours',
											},
											{
												name: 'Minutes',
												value: 'minutes',
											},
										],
										displayOptions: {
											show: {
												limitType: ['afterTimeInterval'],
											},
										},
									},
									{
										displayName: 'Max Date and Time',
										name: 'maxDateAndTime',
										type: 'dateTime',
										default: '',
										displayOptions: {
											show: {
												limitType: ['atSpecifiedTime'],
											},
										},
									},
								],
							},
						],
						description: 'How long to wait for the reply; 24 hours if not set',
					},
					{
						displayName: 'Media URLs',
						name: 'mediaUrls',
						type: 'string',
						default: [],
						typeOptions: {
							multipleValues: true,
							multipleValueButtonText: 'Add Media URL',
						},
						placeholder: 'e.g. https://example.com/menu.jpg',
						description:
							'Public https addresses of up to 10 pictures or other files, which make the message an MMS',
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
						description: 'Your own names and values, stored with the message',
					},
					{
						displayName: 'Reference',
						name: 'reference',
						type: 'string',
						default: '',
						placeholder: 'e.g. order-1042',
						description: 'Your own ID for the message, to find it later',
					},
					{
						displayName: 'Send At',
						name: 'sendAt',
						type: 'dateTime',
						default: '',
						description: 'When to send, up to 35 days ahead; immediately if empty',
					},
					{
						displayName: 'Smart Encoding',
						name: 'smartEncoding',
						type: 'boolean',
						default: false,
						description:
							'Whether to replace look-alike characters, such as curly quotes, to save segments',
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
						description: 'Seconds until an unsent message expires',
					},
					{
						displayName: 'Wait For',
						name: 'waitFor',
						type: 'options',
						default: 'all',
						options: [
							{
								name: 'All Replies',
								value: 'all',
							},
							{
								name: 'First Reply',
								value: 'first',
							},
						],
						description:
							'Which replies end the wait if the node gets several items; each item has its own question',
						builderHint: {
							propertyHint:
								'With several items, one question goes to each. Use first if any of the people can decide, such as several approvers',
						},
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
						resource: ['number'],
					},
				},
				options: [
					{
						name: 'Get',
						value: 'get',
						description: 'Gets one number of the account',
						action: 'Get number',
					},
					{
						name: 'Get Available',
						value: 'getAvailable',
						description: 'Searches the numbers that can be provisioned',
						action: 'Search available numbers',
					},
					{
						name: 'Get Many',
						value: 'getAll',
						description: 'Lists the numbers of the account that can send messages',
						action: 'Get many numbers',
					},
					{
						name: 'Provision',
						value: 'provision',
						description:
							'Adds an available number, a short code or a name to the account to send messages from; a number that requires a purchase is pending until the carrier delivers it',
						action: 'Provision number',
					},
					{
						name: 'Release',
						value: 'release',
						description:
							'Releases a number; messages that wait to be sent from it fail, and the carrier keeps the number unless you ask for its release there',
						action: 'Release number',
					},
					{
						name: 'Update',
						value: 'update',
						description: 'Makes a number the default, sets its rate, or adds it to a campaign',
						action: 'Update number',
					},
				],
				default: 'getAll',
			},
			{
				displayName: 'Return All',
				name: 'returnAll',
				type: 'boolean',
				default: false,
				description: 'Whether to return all results or only up to a given limit',
				displayOptions: {
					show: {
						resource: ['number'],
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
						resource: ['number'],
						operation: ['getAll'],
						returnAll: [false],
					},
				},
			},
			{
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['number'],
						operation: ['getAll'],
					},
					hide: {
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				default: 'simple',
				description: 'Which fields the agent gets',
				options: [
					{
						name: 'Raw',
						value: 'raw',
						description: 'All fields',
					},
					{
						name: 'Selected Fields',
						value: 'fields',
						description: 'Only the fields that you select',
					},
					{
						name: 'Simplified',
						value: 'simple',
						description: 'The fields that most agents need',
					},
				],
				displayOptions: {
					show: {
						resource: ['number'],
						operation: ['getAll'],
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Fields',
				name: 'fields',
				type: 'multiOptions',
				default: [],
				description: 'The fields to return; the simplified ones if empty',
				options: [
					{
						name: 'Campaign ID',
						value: 'campaign_id',
					},
					{
						name: 'Capabilities',
						value: 'capabilities',
					},
					{
						name: 'Country',
						value: 'country',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Default',
						value: 'default',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Messages per Second',
						value: 'messages_per_second',
					},
					{
						name: 'Number',
						value: 'number',
					},
					{
						name: 'Purchase Error',
						value: 'purchase_error',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Type',
						value: 'type',
					},
				],
				displayOptions: {
					show: {
						resource: ['number'],
						operation: ['getAll'],
						'@tool': [true],
						output: ['fields'],
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
						resource: ['number'],
						operation: ['getAll'],
					},
				},
				options: [
					{
						displayName: 'Type',
						name: 'type',
						type: 'options',
						default: 'local',
						options: [
							{
								name: 'Alphanumeric',
								value: 'alphanumeric',
							},
							{
								name: 'Local',
								value: 'local',
							},
							{
								name: 'Mobile',
								value: 'mobile',
							},
							{
								name: 'Short Code',
								value: 'short_code',
							},
							{
								name: 'Toll Free',
								value: 'toll_free',
							},
						],
						description: 'Only numbers of this type',
					},
				],
			},
			{
				displayName: 'Country',
				name: 'country',
				type: 'string',
				default: '',
				placeholder: 'e.g. US',
				description: "Only numbers in this country; the account's country if empty",
				displayOptions: {
					show: {
						resource: ['number'],
						operation: ['getAvailable'],
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
						resource: ['number'],
						operation: ['getAvailable'],
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
						resource: ['number'],
						operation: ['getAvailable'],
					},
				},
				options: [
					{
						displayName: 'Area Code',
						name: 'areaCode',
						type: 'string',
						default: '',
						placeholder: 'e.g. 202',
						description: 'Only numbers with this area code',
					},
					{
						displayName: 'Contains',
						name: 'contains',
						type: 'string',
						default: '',
						placeholder: 'e.g. 0123',
						description: 'Only numbers that contain these consecutive digits',
					},
					{
						displayName: 'Type',
						name: 'type',
						type: 'options',
						default: 'local',
						options: [
							{
								name: 'Local',
								value: 'local',
							},
							{
								name: 'Mobile',
								value: 'mobile',
							},
							{
								name: 'Toll Free',
								value: 'toll_free',
							},
						],
						description: 'Only numbers of this type',
					},
				],
			},
			{
				displayName: 'Number',
				name: 'numberId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'A number of the account',
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
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. num_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['number'],
						operation: ['get'],
					},
				},
			},
			{
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['number'],
						operation: ['get'],
					},
					hide: {
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				default: 'simple',
				description: 'Which fields the agent gets',
				options: [
					{
						name: 'Raw',
						value: 'raw',
						description: 'All fields',
					},
					{
						name: 'Selected Fields',
						value: 'fields',
						description: 'Only the fields that you select',
					},
					{
						name: 'Simplified',
						value: 'simple',
						description: 'The fields that most agents need',
					},
				],
				displayOptions: {
					show: {
						resource: ['number'],
						operation: ['get'],
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Fields',
				name: 'fields',
				type: 'multiOptions',
				default: [],
				description: 'The fields to return; the simplified ones if empty',
				options: [
					{
						name: 'Campaign ID',
						value: 'campaign_id',
					},
					{
						name: 'Capabilities',
						value: 'capabilities',
					},
					{
						name: 'Country',
						value: 'country',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Default',
						value: 'default',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Messages per Second',
						value: 'messages_per_second',
					},
					{
						name: 'Number',
						value: 'number',
					},
					{
						name: 'Purchase Error',
						value: 'purchase_error',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Type',
						value: 'type',
					},
				],
				displayOptions: {
					show: {
						resource: ['number'],
						operation: ['get'],
						'@tool': [true],
						output: ['fields'],
					},
				},
			},
			{
				displayName: 'Number',
				name: 'number',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description:
					"Number, short code or name to provision; the list contains numbers in the account's country, and you can search it by consecutive digits",
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a number...',
						typeOptions: {
							searchListMethod: 'searchAvailableNumbers',
							searchable: true,
						},
					},
					{
						displayName: 'By Number',
						name: 'sender',
						type: 'string',
						placeholder: 'e.g. +12025550123 or ACME',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['number'],
						operation: ['provision'],
					},
				},
			},
			{
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['number'],
						operation: ['provision'],
					},
					hide: {
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				default: 'simple',
				description: 'Which fields the agent gets',
				options: [
					{
						name: 'Raw',
						value: 'raw',
						description: 'All fields',
					},
					{
						name: 'Selected Fields',
						value: 'fields',
						description: 'Only the fields that you select',
					},
					{
						name: 'Simplified',
						value: 'simple',
						description: 'The fields that most agents need',
					},
				],
				displayOptions: {
					show: {
						resource: ['number'],
						operation: ['provision'],
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Fields',
				name: 'fields',
				type: 'multiOptions',
				default: [],
				description: 'The fields to return; the simplified ones if empty',
				options: [
					{
						name: 'Campaign ID',
						value: 'campaign_id',
					},
					{
						name: 'Capabilities',
						value: 'capabilities',
					},
					{
						name: 'Country',
						value: 'country',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Default',
						value: 'default',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Messages per Second',
						value: 'messages_per_second',
					},
					{
						name: 'Number',
						value: 'number',
					},
					{
						name: 'Purchase Error',
						value: 'purchase_error',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Type',
						value: 'type',
					},
				],
				displayOptions: {
					show: {
						resource: ['number'],
						operation: ['provision'],
						'@tool': [true],
						output: ['fields'],
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
						resource: ['number'],
						operation: ['provision'],
					},
				},
				options: [
					{
						displayName: 'Campaign Name or ID',
						name: 'campaignId',
						type: 'options',
						default: '',
						description:
							'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
						typeOptions: {
							loadOptionsMethod: 'getCampaigns',
						},
					},
					{
						displayName: 'Default',
						name: 'default',
						type: 'boolean',
						default: false,
						description:
							'Whether this number sends messages that name no sender; a number that the service buys does so from the moment it is active',
					},
					{
						displayName: 'Messages per Second',
						name: 'messagesPerSecond',
						type: 'number',
						default: 1,
						typeOptions: {
							minValue: 1,
							maxValue: 1000,
						},
						description: 'Maximum rate of messages from this number; messages above this rate wait',
					},
				],
			},
			{
				displayName: 'Number',
				name: 'numberId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'A number of the account',
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
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. num_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['number'],
						operation: ['release'],
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
						resource: ['number'],
						operation: ['release'],
					},
				},
				options: [
					{
						displayName: 'Release at Carrier',
						name: 'releaseAtCarrier',
						type: 'boolean',
						default: false,
						description:
							'Whether to give a number that this account bought back to the carrier, too; you cannot undo this, and someone else can then get the number',
					},
				],
			},
			{
				displayName: 'Number',
				name: 'numberId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'A number of the account',
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
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. num_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['number'],
						operation: ['update'],
					},
				},
			},
			{
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['number'],
						operation: ['update'],
					},
					hide: {
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				default: 'simple',
				description: 'Which fields the agent gets',
				options: [
					{
						name: 'Raw',
						value: 'raw',
						description: 'All fields',
					},
					{
						name: 'Selected Fields',
						value: 'fields',
						description: 'Only the fields that you select',
					},
					{
						name: 'Simplified',
						value: 'simple',
						description: 'The fields that most agents need',
					},
				],
				displayOptions: {
					show: {
						resource: ['number'],
						operation: ['update'],
						'@tool': [true],
					},
				},
			},
			{
				displayName: 'Fields',
				name: 'fields',
				type: 'multiOptions',
				default: [],
				description: 'The fields to return; the simplified ones if empty',
				options: [
					{
						name: 'Campaign ID',
						value: 'campaign_id',
					},
					{
						name: 'Capabilities',
						value: 'capabilities',
					},
					{
						name: 'Country',
						value: 'country',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Default',
						value: 'default',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Messages per Second',
						value: 'messages_per_second',
					},
					{
						name: 'Number',
						value: 'number',
					},
					{
						name: 'Purchase Error',
						value: 'purchase_error',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Type',
						value: 'type',
					},
				],
				displayOptions: {
					show: {
						resource: ['number'],
						operation: ['update'],
						'@tool': [true],
						output: ['fields'],
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
						resource: ['number'],
						operation: ['update'],
					},
				},
				options: [
					{
						displayName: 'Campaign Name or ID',
						name: 'campaignId',
						type: 'options',
						default: '',
						description:
							'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
						typeOptions: {
							loadOptionsMethod: 'getCampaigns',
						},
					},
					{
						displayName: 'Default',
						name: 'default',
						type: 'boolean',
						default: false,
						description:
							'Whether this number sends messages that name no sender; a number that the service buys does so from the moment it is active',
					},
					{
						displayName: 'Messages per Second',
						name: 'messagesPerSecond',
						type: 'number',
						default: 1,
						typeOptions: {
							minValue: 1,
							maxValue: 1000,
						},
						description: 'Maximum rate of messages from this number; messages above this rate wait',
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
						resource: ['registration'],
					},
				},
				options: [
					{
						name: 'Get',
						value: 'get',
						description: 'Gets one registration and the decision of the registry',
						action: 'Get registration',
					},
					{
						name: 'Get Many',
						value: 'getAll',
						description: 'Lists the registrations of the account, newest first',
						action: 'Get many registrations',
					},
					{
						name: 'Submit',
						value: 'submit',
						description:
							'Registers a brand and its campaign for marketing from US local numbers (10DLC); the registry decides within 36 hours',
						action: 'Submit registration',
					},
				],
				default: 'get',
			},
			{
				displayName: 'Registration',
				name: 'registrationId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'The registration of a brand and its campaign',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a registration...',
						typeOptions: {
							searchListMethod: 'searchRegistrations',
							searchable: true,
						},
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. reg_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['registration'],
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
						resource: ['registration'],
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
						resource: ['registration'],
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
						resource: ['registration'],
						operation: ['getAll'],
					},
				},
				options: [
					{
						displayName: 'Status',
						name: 'status',
						type: 'options',
						default: 'pending',
						options: [
							{
								name: 'Approved',
								value: 'approved',
							},
							{
								name: 'Pending',
								value: 'pending',
							},
							{
								name: 'Rejected',
								value: 'rejected',
							},
						],
						description: 'Only registrations with this status',
					},
				],
			},
			{
				displayName: 'Brand',
				name: 'brand',
				type: 'fixedCollection',
				default: {},
				placeholder: 'Add Brand',
				options: [
					{
						displayName: 'Brand',
						name: 'fields',
						values: [
							{
								displayName: 'City',
								name: 'city',
								type: 'string',
								default: '',
								placeholder: 'e.g. Springfield',
								required: true,
							},
							{
								displayName: 'Country',
								name: 'country',
								type: 'string',
								default: '',
								placeholder: 'e.g. US',
								description: 'Two-letter ISO 3166-1 country code',
								required: true,
							},
							{
								displayName: 'EIN',
								name: 'ein',
								type: 'string',
								default: '',
								placeholder: 'e.g. 12-3456789',
								description: 'Tax number of the business; optional only for a sole proprietor',
							},
							{
								displayName: 'Email',
								name: 'email',
								type: 'string',
								default: '',
								placeholder: 'e.g. name@email.com',
								description: 'Email address for messages from the registry',
								required: true,
							},
							{
								displayName: 'Entity Type',
								name: 'entityType',
								type: 'options',
								default: '',
								description: 'Legal form of the business',
								options: [
									{
										name: 'Government',
										value: 'GOVERNMENT',
									},
									{
										name: 'Non-Profit',
										value: 'NON_PROFIT',
									},
									{
										name: 'None',
										value: '',
									},
									{
										name: 'Private Company',
										value: 'PRIVATE_PROFIT',
									},
									{
										name: 'Public Company',
										value: 'PUBLIC_PROFIT',
									},
									{
										name: 'Sole Proprietor',
										value: 'SOLE_PROPRIETOR',
									},
								],
								required: true,
							},
							{
								displayName: 'Legal Name',
								name: 'legalName',
								type: 'string',
								default: '',
								placeholder: 'e.g. Acme Shop LLC',
								description: 'Name of the business as registered with the tax authority',
								required: true,
							},
							{
								displayName: 'Phone',
								name: 'phone',
								type: 'string',
								default: '',
								placeholder: 'e.g. +12025550123',
								description: 'Phone number for calls from the registry',
								required: true,
							},
							{
								displayName: 'Postal Code',
								name: 'postalCode',
								type: 'string',
								default: '',
								placeholder: 'e.g. 10001',
								required: true,
							},
							{
								displayName: 'Region',
								name: 'region',
								type: 'string',
								default: '',
								placeholder: 'e.g. NY',
								description: 'State or province, such as NY',
								required: true,
							},
							{
								displayName: 'Street',
								name: 'street',
								type: 'string',
								default: '',
								placeholder: 'e.g. 1 Main Street',
								required: true,
							},
							{
								displayName: 'Vertical',
								name: 'vertical',
								type: 'options',
								default: '',
								description: 'Line of business',
								options: [
									{
										name: 'Agriculture',
										value: 'AGRICULTURE',
									},
									{
										name: 'Communication',
										value: 'COMMUNICATION',
									},
									{
										name: 'Construction',
										value: 'CONSTRUCTION',
									},
									{
										name: 'Education',
										value: 'EDUCATION',
									},
									{
										name: 'Energy',
										value: 'ENERGY',
									},
									{
										name: 'Entertainment',
										value: 'ENTERTAINMENT',
									},
									{
										name: 'Financial',
										value: 'FINANCIAL',
									},
									{
										name: 'Gambling',
										value: 'GAMBLING',
									},
									{
										name: 'Government',
										value: 'GOVERNMENT',
									},
									{
										name: 'Healthcare',
										value: 'HEALTHCARE',
									},
									{
										name: 'Hospitality',
										value: 'HOSPITALITY',
									},
									{
										name: 'Human Resources',
										value: 'HUMAN_RESOURCES',
									},
									{
										name: 'Insurance',
										value: 'INSURANCE',
									},
									{
										name: 'Legal',
										value: 'LEGAL',
									},
									{
										name: 'Manufacturing',
										value: 'MANUFACTURING',
									},
									{
										name: 'Non-Governmental Organization',
										value: 'NGO',
									},
									{
										name: 'None',
										value: '',
									},
									{
										name: 'Political',
										value: 'POLITICAL',
									},
									{
										name: 'Postal',
										value: 'POSTAL',
									},
									{
										name: 'Professional',
										value: 'PROFESSIONAL',
									},
									{
										name: 'Real Estate',
										value: 'REAL_ESTATE',
									},
									{
										name: 'Retail',
										value: 'RETAIL',
									},
									{
										name: 'Technology',
										value: 'TECHNOLOGY',
									},
									{
										name: 'Transportation',
										value: 'TRANSPORTATION',
									},
								],
								required: true,
							},
							{
								displayName: 'Website',
								name: 'website',
								type: 'string',
								default: '',
								placeholder: 'e.g. https://acme.example',
								required: true,
							},
						],
					},
				],
				description: 'Business that sends the messages',
				required: true,
				displayOptions: {
					show: {
						resource: ['registration'],
						operation: ['submit'],
					},
				},
			},
			{
				displayName: 'Campaign',
				name: 'campaign',
				type: 'fixedCollection',
				default: {},
				placeholder: 'Add Campaign',
				options: [
					{
						displayName: 'Campaign',
						name: 'fields',
						values: [
							{
								displayName: 'Description',
								name: 'description',
								type: 'string',
								default: '',
								typeOptions: {
									rows: 4,
								},
								placeholder:
									'e.g. Offers and reminders of full carts to customers who asked for them at checkout',
								description: 'Who gets the messages and why, in 40 to 4096 characters',
								required: true,
							},
							{
								displayName: 'Has Links',
								name: 'hasLinks',
								type: 'boolean',
								default: false,
								description: 'Whether messages contain links',
							},
							{
								displayName: 'Has Phone Numbers',
								name: 'hasPhoneNumbers',
								type: 'boolean',
								default: false,
								description: 'Whether messages contain phone numbers',
							},
							{
								displayName: 'Help Message',
								name: 'helpMessage',
								type: 'string',
								default: '',
								typeOptions: {
									rows: 4,
								},
								placeholder: 'e.g. Acme: write to help@acme.example. Reply STOP to opt out.',
								description: 'Reply to HELP, in 20 to 320 characters',
								required: true,
							},
							{
								displayName: 'Message Flow',
								name: 'messageFlow',
								type: 'string',
								default: '',
								typeOptions: {
									rows: 4,
								},
								placeholder:
									'e.g. Customers tick an empty box at https://acme.example/checkout that says they agree to marketing texts',
								description: 'How people agree to get the messages, in 40 to 2048 characters',
								required: true,
							},
							{
								displayName: 'Opt-In Message',
								name: 'optInMessage',
								type: 'string',
								default: '',
								typeOptions: {
									rows: 4,
								},
								placeholder:
									'e.g. Acme: you will get our offers by text. Reply HELP for help, STOP to opt out.',
								description: 'Reply to START, in 20 to 320 characters',
								required: true,
							},
							{
								displayName: 'Opt-Out Message',
								name: 'optOutMessage',
								type: 'string',
								default: '',
								typeOptions: {
									rows: 4,
								},
								placeholder:
									'e.g. Acme: you will get no more messages from us. Reply START to get them again.',
								description: 'Reply to STOP, in 20 to 320 characters',
								required: true,
							},
							{
								displayName: 'Privacy Policy URL',
								name: 'privacyPolicyUrl',
								type: 'string',
								default: '',
								placeholder: 'e.g. https://acme.example/privacy',
								required: true,
							},
							{
								displayName: 'Samples',
								name: 'samples',
								type: 'string',
								default: [],
								typeOptions: {
									multipleValues: true,
									multipleValueButtonText: 'Add Sample',
								},
								description: 'Two to five sample messages of 20 to 1024 characters each',
								required: true,
							},
							{
								displayName: 'Terms URL',
								name: 'termsUrl',
								type: 'string',
								default: '',
								placeholder: 'e.g. https://acme.example/terms',
								required: true,
							},
							{
								displayName: 'Use Case',
								name: 'useCase',
								type: 'options',
								default: '',
								description: 'Kind of messages to send',
								options: [
									{
										name: 'Account Notification',
										value: 'ACCOUNT_NOTIFICATION',
									},
									{
										name: 'Customer Care',
										value: 'CUSTOMER_CARE',
									},
									{
										name: 'Delivery Notification',
										value: 'DELIVERY_NOTIFICATION',
									},
									{
										name: 'Fraud Alert',
										value: 'FRAUD_ALERT',
									},
									{
										name: 'Higher Education',
										value: 'HIGHER_EDUCATION',
									},
									{
										name: 'Low Volume',
										value: 'LOW_VOLUME',
									},
									{
										name: 'Marketing',
										value: 'MARKETING',
									},
									{
										name: 'Mixed',
										value: 'MIXED',
									},
									{
										name: 'None',
										value: '',
									},
									{
										name: 'Polling Voting',
										value: 'POLLING_VOTING',
									},
									{
										name: 'Public Service Announcement',
										value: 'PUBLIC_SERVICE_ANNOUNCEMENT',
									},
									{
										name: 'Security Alert',
										value: 'SECURITY_ALERT',
									},
									{
										name: 'Two-Factor Authentication',
										value: '2FA',
									},
								],
								required: true,
							},
						],
					},
				],
				description: 'Purpose of the messages',
				required: true,
				displayOptions: {
					show: {
						resource: ['registration'],
						operation: ['submit'],
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
						resource: ['registration'],
						operation: ['submit'],
					},
				},
				options: [
					{
						displayName: 'Number Names or IDs',
						name: 'numberIds',
						type: 'multiOptions',
						default: [],
						typeOptions: {
							loadOptionsMethod: 'getNumbers',
						},
						description:
							'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
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
						resource: ['report'],
					},
				},
				options: [
					{
						name: 'Get',
						value: 'get',
						description:
							'Counts messages by creation time and by a property that they share; the counts match a search for messages exactly',
						action: 'Get report',
					},
				],
				default: 'get',
			},
			{
				displayName: 'Start',
				name: 'start',
				type: 'dateTime',
				default: '',
				description:
					'Messages created at or after this time, rounded down to a quarter of an hour; seven days before the end if empty',
				displayOptions: {
					show: {
						resource: ['report'],
						operation: ['get'],
					},
				},
			},
			{
				displayName: 'End',
				name: 'end',
				type: 'dateTime',
				default: '',
				description:
					'Messages created before this time, rounded up to a quarter of an hour; now if empty',
				displayOptions: {
					show: {
						resource: ['report'],
						operation: ['get'],
					},
				},
			},
			{
				displayName: 'Interval',
				name: 'interval',
				type: 'options',
				default: '',
				description: 'Length of the periods to count separately',
				options: [
					{
						name: 'Day',
						value: 'day',
					},
					{
						name: 'Hour',
						value: 'hour',
					},
					{
						name: 'Month',
						value: 'month',
					},
					{
						name: 'None',
						value: '',
					},
					{
						name: 'Week',
						value: 'week',
					},
				],
				displayOptions: {
					show: {
						resource: ['report'],
						operation: ['get'],
					},
				},
			},
			{
				displayName: 'Group By',
				name: 'groupBy',
				type: 'options',
				default: '',
				description: 'Property to group the messages by',
				options: [
					{
						name: 'Campaign',
						value: 'campaign',
					},
					{
						name: 'Country',
						value: 'country',
					},
					{
						name: 'List',
						value: 'list',
					},
					{
						name: 'None',
						value: '',
					},
					{
						name: 'Purpose',
						value: 'purpose',
					},
					{
						name: 'Sender',
						value: 'from',
					},
					{
						name: 'Status',
						value: 'status',
					},
				],
				displayOptions: {
					show: {
						resource: ['report'],
						operation: ['get'],
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
						resource: ['report'],
						operation: ['get'],
					},
				},
				options: [
					{
						displayName: 'Campaign Name or ID',
						name: 'campaignId',
						type: 'options',
						default: '',
						description:
							'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
						typeOptions: {
							loadOptionsMethod: 'getCampaigns',
						},
					},
					{
						displayName: 'Country',
						name: 'country',
						type: 'string',
						default: '',
						placeholder: 'e.g. US',
						description: 'Only messages to or from this country',
					},
					{
						displayName: 'From',
						name: 'from',
						type: 'string',
						default: '',
						placeholder: 'e.g. +12025550100',
						description: 'Only messages sent from this number or name of the account',
					},
					{
						displayName: 'List Name or ID',
						name: 'listId',
						type: 'options',
						default: '',
						description:
							'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
						typeOptions: {
							loadOptionsMethod: 'getLists',
						},
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
						displayName: 'Time Zone',
						name: 'timeZone',
						type: 'string',
						default: '',
						placeholder: 'e.g. America/New_York',
						description:
							"IANA name of the time zone for the periods; the account's time zone if empty",
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
						resource: ['webhook'],
					},
				},
				options: [
					{
						name: 'Delete',
						value: 'delete',
						description: 'Deletes a subscription and its outstanding deliveries',
						action: 'Delete webhook',
					},
					{
						name: 'Get',
						value: 'get',
						description: 'Gets one subscription',
						action: 'Get webhook',
					},
					{
						name: 'Get Deliveries',
						value: 'getDeliveries',
						description: 'Lists the attempts to deliver to this webhook, newest first',
						action: 'Get many deliveries',
					},
					{
						name: 'Get Many',
						value: 'getAll',
						description: 'Lists the subscriptions of the account',
						action: 'Get many webhooks',
					},
					{
						name: 'Test',
						value: 'test',
						description: 'Delivers a webhook.test event to this webhook',
						action: 'Test webhook',
					},
				],
				default: 'getAll',
			},
			{
				displayName: 'Return All',
				name: 'returnAll',
				type: 'boolean',
				default: false,
				description: 'Whether to return all results or only up to a given limit',
				displayOptions: {
					show: {
						resource: ['webhook'],
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
						resource: ['webhook'],
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
						resource: ['webhook'],
						operation: ['getAll'],
					},
				},
				options: [
					{
						displayName: 'URL',
						name: 'url',
						type: 'string',
						default: '',
						placeholder: 'e.g. https://example.com/textloom',
						description: 'Only the webhook with this address',
					},
				],
			},
			{
				displayName: 'Webhook',
				name: 'webhookId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'An address that gets events, such as that of a Textloom Trigger',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a webhook...',
						typeOptions: {
							searchListMethod: 'searchWebhooks',
							searchable: true,
						},
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. whk_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['webhook'],
						operation: ['get'],
					},
				},
			},
			{
				displayName: 'Webhook',
				name: 'webhookId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'An address that gets events, such as that of a Textloom Trigger',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a webhook...',
						typeOptions: {
							searchListMethod: 'searchWebhooks',
							searchable: true,
						},
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. whk_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['webhook'],
						operation: ['getDeliveries'],
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
						resource: ['webhook'],
						operation: ['getDeliveries'],
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
						resource: ['webhook'],
						operation: ['getDeliveries'],
						returnAll: [false],
					},
				},
			},
			{
				displayName: 'Webhook',
				name: 'webhookId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'An address that gets events, such as that of a Textloom Trigger',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a webhook...',
						typeOptions: {
							searchListMethod: 'searchWebhooks',
							searchable: true,
						},
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. whk_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['webhook'],
						operation: ['test'],
					},
				},
			},
			{
				displayName: 'Webhook',
				name: 'webhookId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'An address that gets events, such as that of a Textloom Trigger',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a webhook...',
						typeOptions: {
							searchListMethod: 'searchWebhooks',
							searchable: true,
						},
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. whk_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['webhook'],
						operation: ['delete'],
					},
				},
			},
		],
	};

	webhookMethods = {
		default: {
			async checkExists(): Promise<boolean> {
				return await Promise.resolve(false);
			},
			async create(): Promise<boolean> {
				return await Promise.resolve(true);
			},
			async delete(): Promise<boolean> {
				return await Promise.resolve(true);
			},
		},
	};
}
