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
			'={{ ($parameter["operation"] === "__CUSTOM_API_CALL__" ? "Custom API Call" : $parameter["operation"].replace("getAll", "getMany").replace("upsert", "createOrUpdate").replace(/[A-Z]/g, " $&").toLowerCase().toTitleCase()) + ": " + $parameter["resource"].toTitleCase() }}',
		description:
			'Send text messages, broadcasts and codes, reply in conversations, and manage contacts',
		defaults: {
			name: 'Textloom',
		},
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Sends and receives SMS through a self-hosted Textloom service. For one text per item, use message: send without a loop: it sends all items in one request and never twice. For an approval or a question by SMS, use message: sendAndWait instead of a Wait node. To continue only when it is known whether a text arrived, use message: sendAndWaitForDelivery. To look at a text without sending it, use message: preview. For one text to many contacts of Textloom, use broadcast: send once, with no loop and one input item. To reply to an incoming text, use conversation: reply with its conversation_id. For sign-in codes, use verification: sendCode and checkCode; never generate codes yourself.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-textloom.textloomTrigger',
					relationHint:
						'Starts the workflow on incoming SMS, delivery statuses, opt-outs, reviews and the end of broadcasts',
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
			'={{ $parameter["operation"] === "sendAndWait" ? "The workflow continues when the reply arrives or the wait time is over" : $parameter["operation"] === "sendAndWaitForDelivery" ? "The workflow continues when each message has a final status or the wait time is over" : "" }}',
		hints: [
			{
				message:
					"All items are asked, with one question each. n8n's note about the first input item does not apply to Textloom. 'Wait For' sets whether the workflow waits for all replies or for the first one.",
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
						name: 'Broadcast',
						value: 'broadcast',
					},
					{
						name: 'Consent',
						value: 'consent',
					},
					{
						name: 'Contact',
						value: 'contact',
					},
					{
						name: 'Conversation',
						value: 'conversation',
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
						name: 'Review',
						value: 'review',
					},
					{
						name: 'Verification',
						value: 'verification',
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
						description:
							'Gets the account that the API key belongs to, its settings, and the scope of the key',
						action: 'Get account',
					},
					{
						name: 'Update',
						value: 'update',
						description: 'Changes the given settings of the account and keeps the others',
						action: 'Update account',
					},
				],
				default: 'get',
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
						resource: ['account'],
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
						resource: ['account'],
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
						name: 'Brand',
						value: 'brand',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Default Country',
						value: 'default_country',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Keywords',
						value: 'keywords',
					},
					{
						name: 'Language',
						value: 'language',
					},
					{
						name: 'Name',
						value: 'name',
					},
					{
						name: 'Opt-Out Scope',
						value: 'opt_out_scope',
					},
					{
						name: 'Quiet Hours',
						value: 'quiet_hours',
					},
					{
						name: 'Replies',
						value: 'replies',
					},
					{
						name: 'Retention',
						value: 'retention',
					},
					{
						name: 'Scope',
						value: 'scope',
					},
					{
						name: 'Support Contact',
						value: 'support_contact',
					},
					{
						name: 'Time Zone',
						value: 'time_zone',
					},
					{
						name: 'Verification Countries',
						value: 'verification_countries',
					},
					{
						name: 'Verifications per Day',
						value: 'verifications_per_day',
					},
				],
				displayOptions: {
					show: {
						resource: ['account'],
						operation: ['get'],
						'@tool': [true],
						output: ['fields'],
					},
				},
			},
			{
				displayName: "The API key needs the scope 'admin' for this operation.",
				name: 'notice',
				type: 'notice',
				default: '',
				displayOptions: {
					show: {
						resource: ['account'],
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
						resource: ['account'],
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
						resource: ['account'],
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
						name: 'Brand',
						value: 'brand',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Default Country',
						value: 'default_country',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Keywords',
						value: 'keywords',
					},
					{
						name: 'Language',
						value: 'language',
					},
					{
						name: 'Name',
						value: 'name',
					},
					{
						name: 'Opt-Out Scope',
						value: 'opt_out_scope',
					},
					{
						name: 'Quiet Hours',
						value: 'quiet_hours',
					},
					{
						name: 'Replies',
						value: 'replies',
					},
					{
						name: 'Retention',
						value: 'retention',
					},
					{
						name: 'Scope',
						value: 'scope',
					},
					{
						name: 'Support Contact',
						value: 'support_contact',
					},
					{
						name: 'Time Zone',
						value: 'time_zone',
					},
					{
						name: 'Verification Countries',
						value: 'verification_countries',
					},
					{
						name: 'Verifications per Day',
						value: 'verifications_per_day',
					},
				],
				displayOptions: {
					show: {
						resource: ['account'],
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
						resource: ['account'],
						operation: ['update'],
					},
				},
				options: [
					{
						displayName: 'Brand',
						name: 'brand',
						type: 'string',
						default: '',
						placeholder: 'e.g. Acme',
						description: 'Name that recipients know you by, for automatic replies and codes',
					},
					{
						displayName: 'Default Country',
						name: 'defaultCountry',
						type: 'string',
						default: '',
						placeholder: 'e.g. US',
						description:
							'Country of phone numbers without a country code, as two letters such as US',
					},
					{
						displayName: 'Keywords',
						name: 'keywords',
						type: 'fixedCollection',
						default: {},
						placeholder: 'Add Keywords',
						options: [
							{
								displayName: 'Keywords',
								name: 'fields',
								values: [
									{
										displayName: 'Stop',
										name: 'stop',
										type: 'string',
										default: [],
										typeOptions: {
											multipleValues: true,
											multipleValueButtonText: 'Add Keyword',
										},
										description: 'Words that opt a sender out',
									},
									{
										displayName: 'Start',
										name: 'start',
										type: 'string',
										default: [],
										typeOptions: {
											multipleValues: true,
											multipleValueButtonText: 'Add Keyword',
										},
										description: 'Words that opt a sender in again',
									},
									{
										displayName: 'Help',
										name: 'help',
										type: 'string',
										default: [],
										typeOptions: {
											multipleValues: true,
											multipleValueButtonText: 'Add Keyword',
										},
										description: 'Words that the reply to HELP answers',
									},
								],
							},
						],
						description:
							'Your own keywords, in addition to the standard ones; replaces all of your keywords',
					},
					{
						displayName: 'Language',
						name: 'language',
						type: 'options',
						default: '',
						description:
							'Language of the texts that the service writes to recipients, unless their own text shows another one',
						options: [
							{
								name: 'Dutch',
								value: 'nl',
							},
							{
								name: 'English',
								value: 'en',
							},
							{
								name: 'French',
								value: 'fr',
							},
							{
								name: 'German',
								value: 'de',
							},
							{
								name: 'Italian',
								value: 'it',
							},
							{
								name: 'Portuguese',
								value: 'pt',
							},
							{
								name: 'Spanish',
								value: 'es',
							},
							{
								name: 'Unchanged',
								value: '',
							},
						],
					},
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. Acme Shop',
						description: 'Name of the account',
					},
					{
						displayName: 'Opt-Out Scope',
						name: 'optOutScope',
						type: 'options',
						default: '',
						description:
							'Whether a STOP applies to all numbers of the account or only to the number that received it',
						options: [
							{
								name: 'All Your Numbers',
								value: 'account',
							},
							{
								name: 'Only the Number That Received the STOP',
								value: 'number',
							},
							{
								name: 'Unchanged',
								value: '',
							},
						],
					},
					{
						displayName: 'Quiet Hours',
						name: 'quietHours',
						type: 'fixedCollection',
						default: {},
						placeholder: 'Add Quiet Hours',
						options: [
							{
								displayName: 'Quiet Hours',
								name: 'fields',
								values: [
									{
										displayName: 'Start',
										name: 'start',
										type: 'string',
										default: '',
										placeholder: 'e.g. 21:00',
										description: 'When quiet hours start',
										required: true,
									},
									{
										displayName: 'End',
										name: 'end',
										type: 'string',
										default: '',
										placeholder: 'e.g. 08:00',
										description: 'When quiet hours end',
										required: true,
									},
								],
							},
						],
						description: "When no marketing goes out, in the recipient's time",
					},
					{
						displayName: 'Replies',
						name: 'replies',
						type: 'fixedCollection',
						default: {},
						placeholder: 'Add Replies in One Language',
						options: [
							{
								displayName: 'Replies in One Language',
								name: 'fields',
								values: [
									{
										displayName: 'Language',
										name: 'language',
										type: 'options',
										default: '',
										description: 'Language of the texts that the service writes to recipients',
										options: [
											{
												name: 'Dutch',
												value: 'nl',
											},
											{
												name: 'English',
												value: 'en',
											},
											{
												name: 'French',
												value: 'fr',
											},
											{
												name: 'German',
												value: 'de',
											},
											{
												name: 'Italian',
												value: 'it',
											},
											{
												name: 'None',
												value: '',
											},
											{
												name: 'Portuguese',
												value: 'pt',
											},
											{
												name: 'Spanish',
												value: 'es',
											},
										],
										required: true,
									},
									{
										displayName: 'Opt-In Question',
										name: 'confirmation',
										type: 'string',
										default: '',
										typeOptions: {
											rows: 4,
										},
										description: 'Asks a pending contact to reply YES',
									},
									{
										displayName: 'Reply to HELP',
										name: 'help',
										type: 'string',
										default: '',
										typeOptions: {
											rows: 4,
										},
										description: 'Says who you are and how to opt out',
									},
									{
										displayName: 'Reply to START',
										name: 'start',
										type: 'string',
										default: '',
										typeOptions: {
											rows: 4,
										},
										description: 'Confirms that the recipient gets messages again',
									},
									{
										displayName: 'Reply to STOP',
										name: 'stop',
										type: 'string',
										default: '',
										typeOptions: {
											rows: 4,
										},
										description: 'Confirms an opt-out',
									},
								],
							},
						],
						typeOptions: {
							multipleValues: true,
						},
						description:
							'Your own automatic replies, by language; {{brand}} and {{support_contact}} insert these settings, and an empty reply means the standard one; replaces all of your replies',
					},
					{
						displayName: 'Retention',
						name: 'retention',
						type: 'fixedCollection',
						default: {},
						placeholder: 'Add Retention',
						options: [
							{
								displayName: 'Retention',
								name: 'fields',
								values: [
									{
										displayName: 'Codes (Hours)',
										name: 'otpTextHours',
										type: 'number',
										default: '',
										typeOptions: {
											minValue: 1,
											maxValue: 720,
										},
										description:
											'Hours after which the service erases the text of a one-time password',
									},
									{
										displayName: 'Texts (Days)',
										name: 'textDays',
										type: 'number',
										default: '',
										typeOptions: {
											minValue: 1,
											maxValue: 3650,
										},
										description:
											'Days after which the service erases the text and the media of a message',
									},
									{
										displayName: 'Messages (Days)',
										name: 'messageDays',
										type: 'number',
										default: '',
										typeOptions: {
											minValue: 1,
											maxValue: 3650,
										},
										description: 'Days after which the service deletes a message and its events',
									},
								],
							},
						],
						description:
							'How long the service keeps the texts of messages and the messages after they are final; it keeps them forever if a value is empty; replaces all three values',
					},
					{
						displayName: 'Support Contact',
						name: 'supportContact',
						type: 'string',
						default: '',
						placeholder: 'e.g. help@example.com',
						description: 'Where recipients get help: a phone number, an email address or a website',
					},
					{
						displayName: 'Time Zone',
						name: 'timeZone',
						type: 'string',
						default: '',
						placeholder: 'e.g. America/New_York',
						description: 'IANA name of the time zone',
					},
					{
						displayName: 'Verification Countries',
						name: 'verificationCountries',
						type: 'string',
						default: [],
						typeOptions: {
							multipleValues: true,
							multipleValueButtonText: 'Add Country',
						},
						placeholder: 'e.g. US',
						description:
							'Countries whose numbers can get verification codes; all countries if empty',
					},
					{
						displayName: 'Verifications per Day',
						name: 'verificationsPerDay',
						type: 'number',
						default: '',
						typeOptions: {
							minValue: 0,
							maxValue: 10000000,
						},
						description: 'Number of codes that the account can send in 24 hours; no limit if empty',
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
						resource: ['broadcast'],
					},
				},
				options: [
					{
						name: 'Cancel',
						value: 'cancel',
						description:
							'Ends a broadcast and cancels its messages that have not been sent yet; you cannot resume it',
						action: 'Cancel broadcast',
					},
					{
						name: 'Get',
						value: 'get',
						description: 'Gets one broadcast, its progress and its counts',
						action: 'Get broadcast',
					},
					{
						name: 'Get Many',
						value: 'getAll',
						description: 'Lists broadcasts, newest first',
						action: 'Get many broadcasts',
					},
					{
						name: 'Get Recipients',
						value: 'getRecipients',
						description:
							'Lists the recipients of a broadcast and what became of their messages, the newest contacts first',
						action: 'Get recipients of broadcast',
					},
					{
						name: 'Pause',
						value: 'pause',
						description:
							'Pauses a broadcast; messages that a carrier has already accepted still arrive',
						action: 'Pause broadcast',
					},
					{
						name: 'Preview',
						value: 'preview',
						description:
							'Shows how many contacts would get the message, how many segments they need, and some of the texts; stores nothing',
						action: 'Preview broadcast',
					},
					{
						name: 'Reschedule',
						value: 'reschedule',
						description:
							'Changes when a broadcast starts that has not started yet; a paused broadcast stays paused',
						action: 'Reschedule broadcast',
					},
					{
						name: 'Resume',
						value: 'resume',
						description:
							'Continues a broadcast that is paused or stopped; if it has not started and its time has passed, it starts immediately',
						action: 'Resume broadcast',
					},
					{
						name: 'Send',
						value: 'send',
						description:
							'Sends one text to many contacts, at most once to each; an account can have at most 100 broadcasts that have not ended',
						action: 'Send broadcast',
					},
				],
				default: 'send',
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. Summer sale',
				description: 'Name of the broadcast, which recipients do not see',
				required: true,
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['send'],
					},
				},
			},
			{
				displayName: 'Send To',
				name: 'sendTo',
				type: 'options',
				default: 'lists',
				options: [
					{
						name: 'All Contacts',
						value: 'all',
					},
					{
						name: 'Contacts on Lists',
						value: 'lists',
					},
					{
						name: 'Contacts That Match a Filter',
						value: 'filter',
					},
				],
				description: 'Which subscribed contacts get the message',
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['send'],
					},
				},
			},
			{
				displayName: 'List Names or IDs',
				name: 'listIds',
				type: 'multiOptions',
				default: [],
				typeOptions: {
					loadOptionsMethod: 'getLists',
				},
				description:
					'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
				required: true,
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['send'],
						sendTo: ['lists'],
					},
				},
			},
			{
				displayName: 'Filter',
				name: 'filter',
				type: 'fixedCollection',
				default: {},
				placeholder: 'Add Filter',
				options: [
					{
						displayName: 'Filter',
						name: 'fields',
						values: [
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
								description: 'Attributes and the values that they must have',
							},
							{
								displayName: 'Country',
								name: 'country',
								type: 'string',
								default: '',
								placeholder: 'e.g. US',
								description: 'Country of the phone number, as two letters such as US',
							},
							{
								displayName: 'Created After',
								name: 'createdAfter',
								type: 'dateTime',
								default: '',
								description: 'Contacts added at or after this time',
							},
							{
								displayName: 'Created Before',
								name: 'createdBefore',
								type: 'dateTime',
								default: '',
								description: 'Contacts added before this time',
							},
							{
								displayName: 'Time Zone',
								name: 'timeZone',
								type: 'string',
								default: '',
								placeholder: 'e.g. America/New_York',
								description: 'Time zone of the contact',
							},
						],
					},
				],
				description: 'Only contacts on the lists where each given field matches',
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['send'],
						sendTo: ['lists'],
					},
				},
			},
			{
				displayName: 'Filter',
				name: 'filter',
				type: 'fixedCollection',
				default: {},
				placeholder: 'Add Filter',
				options: [
					{
						displayName: 'Filter',
						name: 'fields',
						values: [
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
								description: 'Attributes and the values that they must have',
							},
							{
								displayName: 'Country',
								name: 'country',
								type: 'string',
								default: '',
								placeholder: 'e.g. US',
								description: 'Country of the phone number, as two letters such as US',
							},
							{
								displayName: 'Created After',
								name: 'createdAfter',
								type: 'dateTime',
								default: '',
								description: 'Contacts added at or after this time',
							},
							{
								displayName: 'Created Before',
								name: 'createdBefore',
								type: 'dateTime',
								default: '',
								description: 'Contacts added before this time',
							},
							{
								displayName: 'Time Zone',
								name: 'timeZone',
								type: 'string',
								default: '',
								placeholder: 'e.g. America/New_York',
								description: 'Time zone of the contact',
							},
						],
					},
				],
				description: 'Contacts where each given field matches',
				required: true,
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['send'],
						sendTo: ['filter'],
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
						resource: ['broadcast'],
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
				placeholder: 'e.g. Hi {{first_name|there}}, our summer sale starts today',
				description:
					'Text of the message; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty',
				builderHint: {
					propertyHint:
						'Merge fields such as {{first_name|there}} insert a field of each contact; keep them as they are. {{ $json.field }} is the same for all contacts of a broadcast',
				},
				hint: 'A segment holds 160 characters, or 70 with emoji or non-Latin scripts',
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['send'],
					},
				},
			},
			{
				displayName:
					'Each contact gets the message once. Merge fields such as {{first_name|there}} insert a field of the contact. The editor shows a wrong value for them, but Textloom gets them as you write them.',
				name: 'notice',
				type: 'notice',
				default: '',
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['send'],
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
						resource: ['broadcast'],
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
						resource: ['broadcast'],
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
						name: 'Audience',
						value: 'audience',
					},
					{
						name: 'Completed At',
						value: 'completed_at',
					},
					{
						name: 'Counts',
						value: 'counts',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'From',
						value: 'from',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Media URLs',
						value: 'media_urls',
					},
					{
						name: 'Metadata',
						value: 'metadata',
					},
					{
						name: 'Name',
						value: 'name',
					},
					{
						name: 'Next Message At',
						value: 'next_message_at',
					},
					{
						name: 'Pace',
						value: 'messages_per_minute',
					},
					{
						name: 'Progress',
						value: 'progress',
					},
					{
						name: 'Purpose',
						value: 'purpose',
					},
					{
						name: 'Send At',
						value: 'send_at',
					},
					{
						name: 'Smart Encoding',
						value: 'smart_encoding',
					},
					{
						name: 'Started At',
						value: 'started_at',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Stop Rules',
						value: 'stop_rules',
					},
					{
						name: 'Stopped Reason',
						value: 'stopped_reason',
					},
					{
						name: 'Text',
						value: 'text',
					},
				],
				displayOptions: {
					show: {
						resource: ['broadcast'],
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
						resource: ['broadcast'],
						operation: ['send'],
					},
				},
				options: [
					{
						displayName: 'Deduplication Key',
						name: 'deduplicationKey',
						type: 'string',
						default: '',
						placeholder: 'e.g. summer-sale',
						description:
							'The ID of the record that starts the workflow; with the same key, the service sends only one broadcast within 24 hours of the first request, even if the workflow runs again for the same record',
					},
					{
						displayName: 'Excluded List Names or IDs',
						name: 'excludeListIds',
						type: 'multiOptions',
						default: [],
						typeOptions: {
							loadOptionsMethod: 'getLists',
						},
						description:
							'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
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
							'Public https URLs of up to 10 pictures or other files, which make the message an MMS',
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
						displayName: 'Pace',
						name: 'messagesPerMinute',
						type: 'number',
						default: '',
						typeOptions: {
							minValue: 1,
							maxValue: 60000,
						},
						description: 'Messages per minute; as fast as the sender can if empty',
					},
					{
						displayName: 'Purpose',
						name: 'purpose',
						type: 'options',
						default: 'marketing',
						options: [
							{
								name: 'Alert',
								value: 'alert',
								description:
									'Urgent text for a person on call; goes out before notifications and marketing',
							},
							{
								name: 'Marketing',
								value: 'marketing',
								description: 'Offer or newsletter; goes out last, and waits during quiet hours',
							},
							{
								name: 'Notification',
								value: 'notification',
								description:
									'Text that the recipient expects, such as an order update or a reminder',
							},
						],
						description: 'Purpose of the messages; marketing messages respect quiet hours',
					},
					{
						displayName: 'Send At',
						name: 'sendAt',
						type: 'dateTime',
						default: '',
						description: 'When to start, up to 35 days ahead; immediately if empty',
					},
					{
						displayName: 'Smart Encoding',
						name: 'smartEncoding',
						type: 'boolean',
						default: false,
						description:
							'Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7',
					},
					{
						displayName: 'Stop Rules',
						name: 'stopRules',
						type: 'fixedCollection',
						default: {},
						placeholder: 'Add Stop Rules',
						options: [
							{
								displayName: 'Stop Rules',
								name: 'fields',
								values: [
									{
										displayName: 'Failure Percent',
										name: 'failurePercent',
										type: 'number',
										default: 20,
										typeOptions: {
											minValue: 0,
											maxValue: 100,
										},
										description:
											'Stop if more than this share of the finished messages did not arrive, including those to people who had opted out; messages without a delivery receipt do not count as failures',
									},
									{
										displayName: 'Opt-Out Percent',
										name: 'optOutPercent',
										type: 'number',
										default: 5,
										typeOptions: {
											minValue: 0,
											maxValue: 100,
										},
										description:
											'Stop if more than this share of the people whose message was sent opted out',
									},
								],
							},
						],
						description:
							'When the service stops the broadcast; it decides after 50 messages and then continuously',
					},
				],
			},
			{
				displayName: 'Send To',
				name: 'sendTo',
				type: 'options',
				default: 'lists',
				options: [
					{
						name: 'All Contacts',
						value: 'all',
					},
					{
						name: 'Contacts on Lists',
						value: 'lists',
					},
					{
						name: 'Contacts That Match a Filter',
						value: 'filter',
					},
				],
				description: 'Which subscribed contacts get the message',
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['preview'],
					},
				},
			},
			{
				displayName: 'List Names or IDs',
				name: 'listIds',
				type: 'multiOptions',
				default: [],
				typeOptions: {
					loadOptionsMethod: 'getLists',
				},
				description:
					'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
				required: true,
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['preview'],
						sendTo: ['lists'],
					},
				},
			},
			{
				displayName: 'Filter',
				name: 'filter',
				type: 'fixedCollection',
				default: {},
				placeholder: 'Add Filter',
				options: [
					{
						displayName: 'Filter',
						name: 'fields',
						values: [
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
								description: 'Attributes and the values that they must have',
							},
							{
								displayName: 'Country',
								name: 'country',
								type: 'string',
								default: '',
								placeholder: 'e.g. US',
								description: 'Country of the phone number, as two letters such as US',
							},
							{
								displayName: 'Created After',
								name: 'createdAfter',
								type: 'dateTime',
								default: '',
								description: 'Contacts added at or after this time',
							},
							{
								displayName: 'Created Before',
								name: 'createdBefore',
								type: 'dateTime',
								default: '',
								description: 'Contacts added before this time',
							},
							{
								displayName: 'Time Zone',
								name: 'timeZone',
								type: 'string',
								default: '',
								placeholder: 'e.g. America/New_York',
								description: 'Time zone of the contact',
							},
						],
					},
				],
				description: 'Only contacts on the lists where each given field matches',
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['preview'],
						sendTo: ['lists'],
					},
				},
			},
			{
				displayName: 'Filter',
				name: 'filter',
				type: 'fixedCollection',
				default: {},
				placeholder: 'Add Filter',
				options: [
					{
						displayName: 'Filter',
						name: 'fields',
						values: [
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
								description: 'Attributes and the values that they must have',
							},
							{
								displayName: 'Country',
								name: 'country',
								type: 'string',
								default: '',
								placeholder: 'e.g. US',
								description: 'Country of the phone number, as two letters such as US',
							},
							{
								displayName: 'Created After',
								name: 'createdAfter',
								type: 'dateTime',
								default: '',
								description: 'Contacts added at or after this time',
							},
							{
								displayName: 'Created Before',
								name: 'createdBefore',
								type: 'dateTime',
								default: '',
								description: 'Contacts added before this time',
							},
							{
								displayName: 'Time Zone',
								name: 'timeZone',
								type: 'string',
								default: '',
								placeholder: 'e.g. America/New_York',
								description: 'Time zone of the contact',
							},
						],
					},
				],
				description: 'Contacts where each given field matches',
				required: true,
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['preview'],
						sendTo: ['filter'],
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
						resource: ['broadcast'],
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
				placeholder: 'e.g. Hi {{first_name|there}}, our summer sale starts today',
				description:
					'Text of the message; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty',
				builderHint: {
					propertyHint:
						'Merge fields such as {{first_name|there}} insert a field of each contact; keep them as they are. {{ $json.field }} is the same for all contacts of a broadcast',
				},
				hint: 'A segment holds 160 characters, or 70 with emoji or non-Latin scripts',
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['preview'],
					},
				},
			},
			{
				displayName:
					'Each contact gets the message once. Merge fields such as {{first_name|there}} insert a field of the contact. The editor shows a wrong value for them, but Textloom gets them as you write them.',
				name: 'notice',
				type: 'notice',
				default: '',
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['preview'],
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
						resource: ['broadcast'],
						operation: ['preview'],
					},
				},
				options: [
					{
						displayName: 'Excluded List Names or IDs',
						name: 'excludeListIds',
						type: 'multiOptions',
						default: [],
						typeOptions: {
							loadOptionsMethod: 'getLists',
						},
						description:
							'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
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
							'Public https URLs of up to 10 pictures or other files, which make the message an MMS',
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
						displayName: 'Pace',
						name: 'messagesPerMinute',
						type: 'number',
						default: '',
						typeOptions: {
							minValue: 1,
							maxValue: 60000,
						},
						description: 'Messages per minute; as fast as the sender can if empty',
					},
					{
						displayName: 'Purpose',
						name: 'purpose',
						type: 'options',
						default: 'marketing',
						options: [
							{
								name: 'Alert',
								value: 'alert',
								description:
									'Urgent text for a person on call; goes out before notifications and marketing',
							},
							{
								name: 'Marketing',
								value: 'marketing',
								description: 'Offer or newsletter; goes out last, and waits during quiet hours',
							},
							{
								name: 'Notification',
								value: 'notification',
								description:
									'Text that the recipient expects, such as an order update or a reminder',
							},
						],
						description: 'Purpose of the messages; marketing messages respect quiet hours',
					},
					{
						displayName: 'Send At',
						name: 'sendAt',
						type: 'dateTime',
						default: '',
						description: 'When to start, up to 35 days ahead; immediately if empty',
					},
					{
						displayName: 'Smart Encoding',
						name: 'smartEncoding',
						type: 'boolean',
						default: false,
						description:
							'Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7',
					},
					{
						displayName: 'Stop Rules',
						name: 'stopRules',
						type: 'fixedCollection',
						default: {},
						placeholder: 'Add Stop Rules',
						options: [
							{
								displayName: 'Stop Rules',
								name: 'fields',
								values: [
									{
										displayName: 'Failure Percent',
										name: 'failurePercent',
										type: 'number',
										default: 20,
										typeOptions: {
											minValue: 0,
											maxValue: 100,
										},
										description:
											'Stop if more than this share of the finished messages did not arrive, including those to people who had opted out; messages without a delivery receipt do not count as failures',
									},
									{
										displayName: 'Opt-Out Percent',
										name: 'optOutPercent',
										type: 'number',
										default: 5,
										typeOptions: {
											minValue: 0,
											maxValue: 100,
										},
										description:
											'Stop if more than this share of the people whose message was sent opted out',
									},
								],
							},
						],
						description:
							'When the service stops the broadcast; it decides after 50 messages and then continuously',
					},
				],
			},
			{
				displayName: 'Broadcast',
				name: 'broadcastId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'One text to many contacts',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a broadcast...',
						typeOptions: {
							searchListMethod: 'searchBroadcasts',
							searchable: true,
						},
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. brd_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['broadcast'],
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
						resource: ['broadcast'],
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
						resource: ['broadcast'],
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
						name: 'Audience',
						value: 'audience',
					},
					{
						name: 'Completed At',
						value: 'completed_at',
					},
					{
						name: 'Counts',
						value: 'counts',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'From',
						value: 'from',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Media URLs',
						value: 'media_urls',
					},
					{
						name: 'Metadata',
						value: 'metadata',
					},
					{
						name: 'Name',
						value: 'name',
					},
					{
						name: 'Next Message At',
						value: 'next_message_at',
					},
					{
						name: 'Pace',
						value: 'messages_per_minute',
					},
					{
						name: 'Progress',
						value: 'progress',
					},
					{
						name: 'Purpose',
						value: 'purpose',
					},
					{
						name: 'Send At',
						value: 'send_at',
					},
					{
						name: 'Smart Encoding',
						value: 'smart_encoding',
					},
					{
						name: 'Started At',
						value: 'started_at',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Stop Rules',
						value: 'stop_rules',
					},
					{
						name: 'Stopped Reason',
						value: 'stopped_reason',
					},
					{
						name: 'Text',
						value: 'text',
					},
				],
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['cancel'],
						'@tool': [true],
						output: ['fields'],
					},
				},
			},
			{
				displayName: 'Broadcast',
				name: 'broadcastId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'One text to many contacts',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a broadcast...',
						typeOptions: {
							searchListMethod: 'searchBroadcasts',
							searchable: true,
						},
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. brd_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['broadcast'],
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
						resource: ['broadcast'],
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
						resource: ['broadcast'],
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
						name: 'Audience',
						value: 'audience',
					},
					{
						name: 'Completed At',
						value: 'completed_at',
					},
					{
						name: 'Counts',
						value: 'counts',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'From',
						value: 'from',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Media URLs',
						value: 'media_urls',
					},
					{
						name: 'Metadata',
						value: 'metadata',
					},
					{
						name: 'Name',
						value: 'name',
					},
					{
						name: 'Next Message At',
						value: 'next_message_at',
					},
					{
						name: 'Pace',
						value: 'messages_per_minute',
					},
					{
						name: 'Progress',
						value: 'progress',
					},
					{
						name: 'Purpose',
						value: 'purpose',
					},
					{
						name: 'Send At',
						value: 'send_at',
					},
					{
						name: 'Smart Encoding',
						value: 'smart_encoding',
					},
					{
						name: 'Started At',
						value: 'started_at',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Stop Rules',
						value: 'stop_rules',
					},
					{
						name: 'Stopped Reason',
						value: 'stopped_reason',
					},
					{
						name: 'Text',
						value: 'text',
					},
				],
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['get'],
						'@tool': [true],
						output: ['fields'],
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
						resource: ['broadcast'],
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
						resource: ['broadcast'],
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
						resource: ['broadcast'],
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
						resource: ['broadcast'],
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
						name: 'Audience',
						value: 'audience',
					},
					{
						name: 'Completed At',
						value: 'completed_at',
					},
					{
						name: 'Counts',
						value: 'counts',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'From',
						value: 'from',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Media URLs',
						value: 'media_urls',
					},
					{
						name: 'Metadata',
						value: 'metadata',
					},
					{
						name: 'Name',
						value: 'name',
					},
					{
						name: 'Next Message At',
						value: 'next_message_at',
					},
					{
						name: 'Pace',
						value: 'messages_per_minute',
					},
					{
						name: 'Progress',
						value: 'progress',
					},
					{
						name: 'Purpose',
						value: 'purpose',
					},
					{
						name: 'Send At',
						value: 'send_at',
					},
					{
						name: 'Smart Encoding',
						value: 'smart_encoding',
					},
					{
						name: 'Started At',
						value: 'started_at',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Stop Rules',
						value: 'stop_rules',
					},
					{
						name: 'Stopped Reason',
						value: 'stopped_reason',
					},
					{
						name: 'Text',
						value: 'text',
					},
				],
				displayOptions: {
					show: {
						resource: ['broadcast'],
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
						resource: ['broadcast'],
						operation: ['getAll'],
					},
				},
				options: [
					{
						displayName: 'Created After',
						name: 'createdAfter',
						type: 'dateTime',
						default: '',
						description: 'Only broadcasts created at or after this time',
					},
					{
						displayName: 'Created Before',
						name: 'createdBefore',
						type: 'dateTime',
						default: '',
						description: 'Only broadcasts created before this time',
					},
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. Summer sale',
						description: 'Only broadcasts with this name, in any case',
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
								name: 'Completed',
								value: 'completed',
							},
							{
								name: 'Paused',
								value: 'paused',
							},
							{
								name: 'Running',
								value: 'running',
							},
							{
								name: 'Scheduled',
								value: 'scheduled',
							},
							{
								name: 'Stopped',
								value: 'stopped',
							},
						],
						description: 'Only broadcasts with this status',
					},
				],
			},
			{
				displayName: 'Broadcast',
				name: 'broadcastId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'One text to many contacts',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a broadcast...',
						typeOptions: {
							searchListMethod: 'searchBroadcasts',
							searchable: true,
						},
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. brd_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['getRecipients'],
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
						resource: ['broadcast'],
						operation: ['getRecipients'],
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
						resource: ['broadcast'],
						operation: ['getRecipients'],
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
						resource: ['broadcast'],
						operation: ['getRecipients'],
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
								name: 'Created',
								value: 'created',
							},
							{
								name: 'Pending',
								value: 'pending',
							},
							{
								name: 'Skipped',
								value: 'skipped',
							},
						],
						description: 'Only recipients with this status',
					},
				],
			},
			{
				displayName: 'Broadcast',
				name: 'broadcastId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'One text to many contacts',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a broadcast...',
						typeOptions: {
							searchListMethod: 'searchBroadcasts',
							searchable: true,
						},
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. brd_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['pause'],
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
						resource: ['broadcast'],
						operation: ['pause'],
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
						resource: ['broadcast'],
						operation: ['pause'],
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
						name: 'Audience',
						value: 'audience',
					},
					{
						name: 'Completed At',
						value: 'completed_at',
					},
					{
						name: 'Counts',
						value: 'counts',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'From',
						value: 'from',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Media URLs',
						value: 'media_urls',
					},
					{
						name: 'Metadata',
						value: 'metadata',
					},
					{
						name: 'Name',
						value: 'name',
					},
					{
						name: 'Next Message At',
						value: 'next_message_at',
					},
					{
						name: 'Pace',
						value: 'messages_per_minute',
					},
					{
						name: 'Progress',
						value: 'progress',
					},
					{
						name: 'Purpose',
						value: 'purpose',
					},
					{
						name: 'Send At',
						value: 'send_at',
					},
					{
						name: 'Smart Encoding',
						value: 'smart_encoding',
					},
					{
						name: 'Started At',
						value: 'started_at',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Stop Rules',
						value: 'stop_rules',
					},
					{
						name: 'Stopped Reason',
						value: 'stopped_reason',
					},
					{
						name: 'Text',
						value: 'text',
					},
				],
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['pause'],
						'@tool': [true],
						output: ['fields'],
					},
				},
			},
			{
				displayName: 'Broadcast',
				name: 'broadcastId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'One text to many contacts',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a broadcast...',
						typeOptions: {
							searchListMethod: 'searchBroadcasts',
							searchable: true,
						},
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. brd_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['resume'],
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
						resource: ['broadcast'],
						operation: ['resume'],
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
						resource: ['broadcast'],
						operation: ['resume'],
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
						name: 'Audience',
						value: 'audience',
					},
					{
						name: 'Completed At',
						value: 'completed_at',
					},
					{
						name: 'Counts',
						value: 'counts',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'From',
						value: 'from',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Media URLs',
						value: 'media_urls',
					},
					{
						name: 'Metadata',
						value: 'metadata',
					},
					{
						name: 'Name',
						value: 'name',
					},
					{
						name: 'Next Message At',
						value: 'next_message_at',
					},
					{
						name: 'Pace',
						value: 'messages_per_minute',
					},
					{
						name: 'Progress',
						value: 'progress',
					},
					{
						name: 'Purpose',
						value: 'purpose',
					},
					{
						name: 'Send At',
						value: 'send_at',
					},
					{
						name: 'Smart Encoding',
						value: 'smart_encoding',
					},
					{
						name: 'Started At',
						value: 'started_at',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Stop Rules',
						value: 'stop_rules',
					},
					{
						name: 'Stopped Reason',
						value: 'stopped_reason',
					},
					{
						name: 'Text',
						value: 'text',
					},
				],
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['resume'],
						'@tool': [true],
						output: ['fields'],
					},
				},
			},
			{
				displayName: 'Broadcast',
				name: 'broadcastId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'One text to many contacts',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a broadcast...',
						typeOptions: {
							searchListMethod: 'searchBroadcasts',
							searchable: true,
						},
					},
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string',
						placeholder: 'e.g. brd_01JZ3K8QW5T4V9XH2M6N7P8R0S',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['reschedule'],
					},
				},
			},
			{
				displayName: 'Send At',
				name: 'sendAt',
				type: 'dateTime',
				default: '',
				description: 'The new time, up to 35 days ahead',
				required: true,
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['reschedule'],
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
						resource: ['broadcast'],
						operation: ['reschedule'],
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
						resource: ['broadcast'],
						operation: ['reschedule'],
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
						name: 'Audience',
						value: 'audience',
					},
					{
						name: 'Completed At',
						value: 'completed_at',
					},
					{
						name: 'Counts',
						value: 'counts',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'From',
						value: 'from',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Media URLs',
						value: 'media_urls',
					},
					{
						name: 'Metadata',
						value: 'metadata',
					},
					{
						name: 'Name',
						value: 'name',
					},
					{
						name: 'Next Message At',
						value: 'next_message_at',
					},
					{
						name: 'Pace',
						value: 'messages_per_minute',
					},
					{
						name: 'Progress',
						value: 'progress',
					},
					{
						name: 'Purpose',
						value: 'purpose',
					},
					{
						name: 'Send At',
						value: 'send_at',
					},
					{
						name: 'Smart Encoding',
						value: 'smart_encoding',
					},
					{
						name: 'Started At',
						value: 'started_at',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Stop Rules',
						value: 'stop_rules',
					},
					{
						name: 'Stopped Reason',
						value: 'stopped_reason',
					},
					{
						name: 'Text',
						value: 'text',
					},
				],
				displayOptions: {
					show: {
						resource: ['broadcast'],
						operation: ['reschedule'],
						'@tool': [true],
						output: ['fields'],
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
						resource: ['consent'],
					},
				},
				options: [
					{
						name: 'Get Many',
						value: 'getAll',
						description:
							'Lists who agreed or refused to be texted, when, and with what words, newest first',
						action: 'Get many consent records',
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
						resource: ['consent'],
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
						resource: ['consent'],
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
						resource: ['consent'],
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
						resource: ['consent'],
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
						name: 'Action',
						value: 'action',
					},
					{
						name: 'Contact ID',
						value: 'contact_id',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Key ID',
						value: 'key_id',
					},
					{
						name: 'Message ID',
						value: 'message_id',
					},
					{
						name: 'Method',
						value: 'method',
					},
					{
						name: 'Number',
						value: 'number',
					},
					{
						name: 'Occurred At',
						value: 'occurred_at',
					},
					{
						name: 'Phone',
						value: 'phone',
					},
					{
						name: 'Rule',
						value: 'rule',
					},
					{
						name: 'Source',
						value: 'source',
					},
					{
						name: 'Words',
						value: 'words',
					},
				],
				displayOptions: {
					show: {
						resource: ['consent'],
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
						resource: ['consent'],
						operation: ['getAll'],
					},
				},
				options: [
					{
						displayName: 'Action',
						name: 'action',
						type: 'options',
						default: 'opted_in',
						options: [
							{
								name: 'Confirmation Requested',
								value: 'confirmation_requested',
							},
							{
								name: 'Opted In',
								value: 'opted_in',
							},
							{
								name: 'Opted Out',
								value: 'opted_out',
							},
						],
						description: 'Only records of this action',
					},
					{
						displayName: 'Contact ID',
						name: 'contactId',
						type: 'string',
						default: '',
						placeholder: 'e.g. con_01JZ3K8QW5T4V9XH2M6N7P8R0S',
						description: 'Only records of this contact',
					},
					{
						displayName: 'Created After',
						name: 'createdAfter',
						type: 'dateTime',
						default: '',
						description: 'Only records created at or after this time',
					},
					{
						displayName: 'Created Before',
						name: 'createdBefore',
						type: 'dateTime',
						default: '',
						description: 'Only records created before this time',
					},
					{
						displayName: 'Phone',
						name: 'phone',
						type: 'string',
						default: '',
						placeholder: 'e.g. +12025550123',
						description: 'Only records of this phone number',
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
						name: 'Send Confirmation Request',
						value: 'sendConfirmationRequest',
						description:
							'Texts a pending contact and asks for a YES, which subscribes the contact (double opt-in); at most once a day',
						action: 'Send confirmation request',
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
				description:
					"Phone number of the contact, such as +12025550123; without a country code, it belongs to the account's default country",
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
						name: 'Opted-Out Numbers',
						value: 'opted_out_numbers',
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
						default: '',
						description:
							'Whether you may text the contact; to subscribe a contact again after an opt-out, include consent that is newer than the opt-out; if empty, a new contact is subscribed',
						options: [
							{
								name: 'None',
								value: '',
							},
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
						operation: ['sendConfirmationRequest'],
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
				description: "Number to send from, not a name; the account's default number if empty",
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
						resource: ['contact'],
						operation: ['sendConfirmationRequest'],
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
						operation: ['sendConfirmationRequest'],
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
						operation: ['sendConfirmationRequest'],
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
						name: 'Broadcast ID',
						value: 'broadcast_id',
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
						name: 'Conversation ID',
						value: 'conversation_id',
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
						name: 'Keyword',
						value: 'keyword',
					},
					{
						name: 'Keyword Rule',
						value: 'keyword_rule',
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
						name: 'Possible Keyword',
						value: 'possible_keyword',
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
						name: 'Text Erased At',
						value: 'text_erased_at',
					},
					{
						name: 'To',
						value: 'to',
					},
				],
				displayOptions: {
					show: {
						resource: ['contact'],
						operation: ['sendConfirmationRequest'],
						'@tool': [true],
						output: ['fields'],
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
						operation: ['delete'],
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
						operation: ['delete'],
					},
				},
				options: [
					{
						displayName: 'Erase',
						name: 'erase',
						type: 'boolean',
						default: false,
						description:
							'Whether to erase everything else about the person as well, such as messages, events and verifications; only counts and a keyed hash of an opt-out stay. With a phone number, this works without a contact. You cannot undo it',
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
						name: 'Opted-Out Numbers',
						value: 'opted_out_numbers',
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
						name: 'Opted-Out Numbers',
						value: 'opted_out_numbers',
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
						displayName: 'Created After',
						name: 'createdAfter',
						type: 'dateTime',
						default: '',
						description: 'Only contacts created at or after this time',
					},
					{
						displayName: 'Created Before',
						name: 'createdBefore',
						type: 'dateTime',
						default: '',
						description: 'Only contacts created before this time',
					},
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
						displayName: 'Search',
						name: 'search',
						type: 'string',
						default: '',
						placeholder: 'e.g. Ada',
						description:
							"Only contacts whose name, phone number or email address contains this text; to search very old ones as well, turn on 'Return All'",
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
						name: 'Opted-Out Numbers',
						value: 'opted_out_numbers',
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
						default: '',
						description:
							'Whether you may text the contact; to subscribe a contact again after an opt-out, include consent that is newer than the opt-out',
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
							{
								name: 'Unchanged',
								value: '',
							},
						],
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
						displayName: 'By Name',
						name: 'name',
						type: 'string',
						placeholder: 'e.g. Newsletter',
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
						name: 'Opted-Out Numbers',
						value: 'opted_out_numbers',
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
						displayName: 'By Name',
						name: 'name',
						type: 'string',
						placeholder: 'e.g. Newsletter',
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
						resource: ['conversation'],
					},
				},
				options: [
					{
						name: 'Close',
						value: 'close',
						description: 'Closes a conversation; the next text from the person reopens it',
						action: 'Close conversation',
					},
					{
						name: 'Get',
						value: 'get',
						description: 'Gets one conversation, its contact and its last message',
						action: 'Get conversation',
					},
					{
						name: 'Get Many',
						value: 'getAll',
						description: 'Lists conversations, the most recently updated first',
						action: 'Get many conversations',
					},
					{
						name: 'Get Messages',
						value: 'getMessages',
						description: 'Lists the sent and received messages of a conversation, newest first',
						action: 'Get messages of conversation',
					},
					{
						name: 'Mark as Read',
						value: 'markAsRead',
						description: 'Marks the received messages of a conversation as read',
						action: 'Mark conversation as read',
					},
					{
						name: 'Open',
						value: 'open',
						description:
							'Starts the conversation between one of your numbers and a phone number, or opens and returns the one that exists',
						action: 'Open conversation',
					},
					{
						name: 'Reopen',
						value: 'reopen',
						description: 'Reopens a closed conversation',
						action: 'Reopen conversation',
					},
					{
						name: 'Reply',
						value: 'reply',
						description:
							'Sends a message to the other number of a conversation, from your number in it',
						action: 'Reply in conversation',
					},
				],
				default: 'reply',
			},
			{
				displayName: 'Conversation',
				name: 'conversationId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description:
					'The messages between one of your numbers and one phone number; an incoming text has its ID in conversation_id',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a conversation...',
						typeOptions: {
							searchListMethod: 'searchConversations',
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
						placeholder: 'e.g. cnv_5f0c2a9e41d84b7ba3f6c1d20e97b854',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['conversation'],
						operation: ['reply'],
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
					'Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty',
				displayOptions: {
					show: {
						resource: ['conversation'],
						operation: ['reply'],
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
						resource: ['conversation'],
						operation: ['reply'],
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
						resource: ['conversation'],
						operation: ['reply'],
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
						name: 'Already Sent',
						value: 'already_sent',
					},
					{
						name: 'Automatic',
						value: 'automatic',
					},
					{
						name: 'Broadcast ID',
						value: 'broadcast_id',
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
						name: 'Conversation ID',
						value: 'conversation_id',
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
						name: 'Keyword',
						value: 'keyword',
					},
					{
						name: 'Keyword Rule',
						value: 'keyword_rule',
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
						name: 'Possible Keyword',
						value: 'possible_keyword',
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
						name: 'Text Erased At',
						value: 'text_erased_at',
					},
					{
						name: 'To',
						value: 'to',
					},
				],
				displayOptions: {
					show: {
						resource: ['conversation'],
						operation: ['reply'],
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
						resource: ['conversation'],
						operation: ['reply'],
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
							'The ID of the record that starts the workflow; with the same key, a recipient gets only one message within 24 hours of the first request, even if the workflow runs again for the same record',
					},
					{
						displayName: 'Insert Contact Fields',
						name: 'mergeFields',
						type: 'boolean',
						default: false,
						description:
							'Whether to replace merge fields such as {{first_name}} that come from other nodes with values of the contact; those that you type into the text are always replaced',
						displayOptions: {
							hide: {
								'@tool': [true],
							},
						},
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
							'Public https URLs of up to 10 pictures or other files, which make the message an MMS',
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
						displayName: 'Smart Encoding',
						name: 'smartEncoding',
						type: 'boolean',
						default: false,
						description:
							'Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7',
					},
				],
			},
			{
				displayName: 'Conversation',
				name: 'conversationId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description:
					'The messages between one of your numbers and one phone number; an incoming text has its ID in conversation_id',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a conversation...',
						typeOptions: {
							searchListMethod: 'searchConversations',
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
						placeholder: 'e.g. cnv_5f0c2a9e41d84b7ba3f6c1d20e97b854',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['conversation'],
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
						resource: ['conversation'],
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
						resource: ['conversation'],
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
						name: 'Closed At',
						value: 'closed_at',
					},
					{
						name: 'Contact',
						value: 'contact',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Last Message',
						value: 'last_message',
					},
					{
						name: 'Number',
						value: 'number',
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
						name: 'Unread',
						value: 'unread',
					},
					{
						name: 'Updated At',
						value: 'updated_at',
					},
				],
				displayOptions: {
					show: {
						resource: ['conversation'],
						operation: ['get'],
						'@tool': [true],
						output: ['fields'],
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
						resource: ['conversation'],
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
						resource: ['conversation'],
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
						resource: ['conversation'],
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
						resource: ['conversation'],
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
						name: 'Closed At',
						value: 'closed_at',
					},
					{
						name: 'Contact',
						value: 'contact',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Last Message',
						value: 'last_message',
					},
					{
						name: 'Number',
						value: 'number',
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
						name: 'Unread',
						value: 'unread',
					},
					{
						name: 'Updated At',
						value: 'updated_at',
					},
				],
				displayOptions: {
					show: {
						resource: ['conversation'],
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
						resource: ['conversation'],
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
						description: 'ID or phone number of the contact',
					},
					{
						displayName: 'Number',
						name: 'number',
						type: 'string',
						default: '',
						placeholder: 'e.g. +12025550100',
						description: 'Only conversations with this number of the account',
					},
					{
						displayName: 'Phone',
						name: 'phone',
						type: 'string',
						default: '',
						placeholder: 'e.g. +12025550123',
						description: 'Only conversations with this phone number',
					},
					{
						displayName: 'Search',
						name: 'search',
						type: 'string',
						default: '',
						placeholder: 'e.g. Ada',
						description:
							"Only conversations whose phone number, contact name or last message contains this text; to search very old ones as well, turn on 'Return All'",
					},
					{
						displayName: 'Status',
						name: 'status',
						type: 'options',
						default: 'open',
						options: [
							{
								name: 'Closed',
								value: 'closed',
							},
							{
								name: 'Open',
								value: 'open',
							},
						],
						description: 'Only conversations with this status',
					},
					{
						displayName: 'Unread',
						name: 'unread',
						type: 'boolean',
						default: true,
						description:
							'Whether to return only conversations with unread messages (on) or only those without (off)',
					},
					{
						displayName: 'Updated After',
						name: 'updatedAfter',
						type: 'dateTime',
						default: '',
						description:
							'Only conversations updated at or after this time; one that changes while you read the pages moves to the front, so read again from the time of the first page',
					},
					{
						displayName: 'Updated Before',
						name: 'updatedBefore',
						type: 'dateTime',
						default: '',
						description: 'Only conversations updated before this time',
					},
				],
			},
			{
				displayName: 'Conversation',
				name: 'conversationId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description:
					'The messages between one of your numbers and one phone number; an incoming text has its ID in conversation_id',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a conversation...',
						typeOptions: {
							searchListMethod: 'searchConversations',
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
						placeholder: 'e.g. cnv_5f0c2a9e41d84b7ba3f6c1d20e97b854',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['conversation'],
						operation: ['getMessages'],
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
						resource: ['conversation'],
						operation: ['getMessages'],
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
						resource: ['conversation'],
						operation: ['getMessages'],
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
						resource: ['conversation'],
						operation: ['getMessages'],
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
						resource: ['conversation'],
						operation: ['getMessages'],
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
						name: 'Broadcast ID',
						value: 'broadcast_id',
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
						name: 'Conversation ID',
						value: 'conversation_id',
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
						name: 'Keyword',
						value: 'keyword',
					},
					{
						name: 'Keyword Rule',
						value: 'keyword_rule',
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
						name: 'Possible Keyword',
						value: 'possible_keyword',
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
						name: 'Text Erased At',
						value: 'text_erased_at',
					},
					{
						name: 'To',
						value: 'to',
					},
				],
				displayOptions: {
					show: {
						resource: ['conversation'],
						operation: ['getMessages'],
						'@tool': [true],
						output: ['fields'],
					},
				},
			},
			{
				displayName: 'Conversation',
				name: 'conversationId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description:
					'The messages between one of your numbers and one phone number; an incoming text has its ID in conversation_id',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a conversation...',
						typeOptions: {
							searchListMethod: 'searchConversations',
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
						placeholder: 'e.g. cnv_5f0c2a9e41d84b7ba3f6c1d20e97b854',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['conversation'],
						operation: ['markAsRead'],
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
						resource: ['conversation'],
						operation: ['markAsRead'],
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
						resource: ['conversation'],
						operation: ['markAsRead'],
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
						name: 'Closed At',
						value: 'closed_at',
					},
					{
						name: 'Contact',
						value: 'contact',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Last Message',
						value: 'last_message',
					},
					{
						name: 'Number',
						value: 'number',
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
						name: 'Unread',
						value: 'unread',
					},
					{
						name: 'Updated At',
						value: 'updated_at',
					},
				],
				displayOptions: {
					show: {
						resource: ['conversation'],
						operation: ['markAsRead'],
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
						resource: ['conversation'],
						operation: ['markAsRead'],
					},
				},
				options: [
					{
						displayName: 'Last Message ID',
						name: 'lastMessageId',
						type: 'string',
						default: '',
						placeholder: 'e.g. msg_01JZ3K8QW5T4V9XH2M6N7P8R0S',
						description: 'ID of the last message that was read; the newest message if empty',
					},
				],
			},
			{
				displayName: 'Phone',
				name: 'phone',
				type: 'string',
				default: '',
				placeholder: 'e.g. +12025550123',
				description: 'The other phone number',
				required: true,
				displayOptions: {
					show: {
						resource: ['conversation'],
						operation: ['open'],
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
				description: "Your number in the conversation; the account's default number if empty",
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
						resource: ['conversation'],
						operation: ['open'],
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
						resource: ['conversation'],
						operation: ['open'],
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
						resource: ['conversation'],
						operation: ['open'],
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
						name: 'Closed At',
						value: 'closed_at',
					},
					{
						name: 'Contact',
						value: 'contact',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Last Message',
						value: 'last_message',
					},
					{
						name: 'Number',
						value: 'number',
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
						name: 'Unread',
						value: 'unread',
					},
					{
						name: 'Updated At',
						value: 'updated_at',
					},
				],
				displayOptions: {
					show: {
						resource: ['conversation'],
						operation: ['open'],
						'@tool': [true],
						output: ['fields'],
					},
				},
			},
			{
				displayName: 'Conversation',
				name: 'conversationId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description:
					'The messages between one of your numbers and one phone number; an incoming text has its ID in conversation_id',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a conversation...',
						typeOptions: {
							searchListMethod: 'searchConversations',
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
						placeholder: 'e.g. cnv_5f0c2a9e41d84b7ba3f6c1d20e97b854',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['conversation'],
						operation: ['close'],
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
						resource: ['conversation'],
						operation: ['close'],
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
						resource: ['conversation'],
						operation: ['close'],
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
						name: 'Closed At',
						value: 'closed_at',
					},
					{
						name: 'Contact',
						value: 'contact',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Last Message',
						value: 'last_message',
					},
					{
						name: 'Number',
						value: 'number',
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
						name: 'Unread',
						value: 'unread',
					},
					{
						name: 'Updated At',
						value: 'updated_at',
					},
				],
				displayOptions: {
					show: {
						resource: ['conversation'],
						operation: ['close'],
						'@tool': [true],
						output: ['fields'],
					},
				},
			},
			{
				displayName: 'Conversation',
				name: 'conversationId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description:
					'The messages between one of your numbers and one phone number; an incoming text has its ID in conversation_id',
				modes: [
					{
						displayName: 'From List',
						name: 'list',
						type: 'list',
						placeholder: 'Select a conversation...',
						typeOptions: {
							searchListMethod: 'searchConversations',
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
						placeholder: 'e.g. cnv_5f0c2a9e41d84b7ba3f6c1d20e97b854',
					},
				],
				required: true,
				displayOptions: {
					show: {
						resource: ['conversation'],
						operation: ['reopen'],
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
						resource: ['conversation'],
						operation: ['reopen'],
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
						resource: ['conversation'],
						operation: ['reopen'],
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
						name: 'Closed At',
						value: 'closed_at',
					},
					{
						name: 'Contact',
						value: 'contact',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Last Message',
						value: 'last_message',
					},
					{
						name: 'Number',
						value: 'number',
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
						name: 'Unread',
						value: 'unread',
					},
					{
						name: 'Updated At',
						value: 'updated_at',
					},
				],
				displayOptions: {
					show: {
						resource: ['conversation'],
						operation: ['reopen'],
						'@tool': [true],
						output: ['fields'],
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
							'Delivers an event again, byte for byte, to every webhook that subscribes to it and has not acknowledged it',
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
						displayName: 'Created After',
						name: 'createdAfter',
						type: 'dateTime',
						default: '',
						description: 'Only events at or after this time',
					},
					{
						displayName: 'Created Before',
						name: 'createdBefore',
						type: 'dateTime',
						default: '',
						description: 'Only events before this time',
					},
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
							multipleValueButtonText: 'Add Message ID',
						},
						placeholder: 'e.g. msg_01JZ3K8QW5T4V9XH2M6N7P8R0S',
						description: 'Only events of the messages with these IDs, and of the replies to them',
					},
					{
						displayName: 'Types',
						name: 'type',
						type: 'multiOptions',
						default: [],
						options: [
							{
								name: 'Broadcast Canceled',
								value: 'broadcast.canceled',
							},
							{
								name: 'Broadcast Completed',
								value: 'broadcast.completed',
							},
							{
								name: 'Broadcast Started',
								value: 'broadcast.started',
							},
							{
								name: 'Broadcast Stopped',
								value: 'broadcast.stopped',
							},
							{
								name: 'Contact Added to List',
								value: 'list.contact_added',
							},
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
								name: 'Conversation Closed',
								value: 'conversation.closed',
							},
							{
								name: 'Conversation Opened',
								value: 'conversation.opened',
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
								name: 'Number Activated',
								value: 'number.activated',
							},
							{
								name: 'Number Failed',
								value: 'number.failed',
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
								name: 'Review Created',
								value: 'review.created',
							},
							{
								name: 'Review Decided',
								value: 'review.decided',
							},
							{
								name: 'Verification Approved',
								value: 'verification.approved',
							},
							{
								name: 'Verification Failed',
								value: 'verification.failed',
							},
							{
								name: 'Webhook Disabled',
								value: 'webhook.disabled',
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
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['event'],
						operation: ['getDeliveries'],
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
						resource: ['event'],
						operation: ['getDeliveries'],
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
						name: 'Attempt',
						value: 'attempt',
					},
					{
						name: 'Duration',
						value: 'duration_ms',
					},
					{
						name: 'Event ID',
						value: 'event_id',
					},
					{
						name: 'Event Type',
						value: 'event_type',
					},
					{
						name: 'Failure',
						value: 'failure',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Next Attempt At',
						value: 'next_attempt_at',
					},
					{
						name: 'Response Body',
						value: 'response_body',
					},
					{
						name: 'Started At',
						value: 'started_at',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Status Code',
						value: 'status_code',
					},
					{
						name: 'Webhook ID',
						value: 'webhook_id',
					},
				],
				displayOptions: {
					show: {
						resource: ['event'],
						operation: ['getDeliveries'],
						'@tool': [true],
						output: ['fields'],
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
				displayName: "The API key needs the scope 'admin' for this operation.",
				name: 'notice',
				type: 'notice',
				default: '',
				displayOptions: {
					show: {
						resource: ['event'],
						operation: ['redeliver'],
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
						resource: ['event'],
						operation: ['redeliver'],
					},
				},
				options: [
					{
						displayName: 'Webhook',
						name: 'webhookId',
						type: 'resourceLocator',
						default: {
							__rl: true,
							mode: 'list',
							value: '',
						},
						description: 'Only to this webhook',
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
						resource: ['list'],
					},
				},
				options: [
					{
						name: 'Create',
						value: 'create',
						description:
							'Adds a list, or returns the list that has this name; an account can have at most 10,000 lists',
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
						displayName: 'By Name',
						name: 'name',
						type: 'string',
						placeholder: 'e.g. Newsletter',
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
						displayName: 'By Name',
						name: 'name',
						type: 'string',
						placeholder: 'e.g. Newsletter',
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
						displayName: 'By Name',
						name: 'name',
						type: 'string',
						placeholder: 'e.g. Newsletter',
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
							'Lists the attempts to submit this message to a carrier, newest first; empty if the first one succeeded',
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
						name: 'Reschedule',
						value: 'reschedule',
						description:
							'Changes when a scheduled message is sent; its expiry moves by the same amount, and marketing still respects quiet hours',
						action: 'Reschedule message',
					},
					{
						name: 'Send',
						value: 'send',
						description: 'Sends an SMS or MMS message to one recipient',
						action: 'Send message',
					},
					{
						name: 'Send and Wait for Delivery',
						value: 'sendAndWaitForDelivery',
						description:
							'Sends a text message and pauses the workflow until it is delivered, has failed or takes too long',
						action: 'Send message and wait for delivery',
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
				description:
					"Phone number of the recipient, such as +12025550123; without a country code, it belongs to the account's default country",
				builderHint: {
					propertyHint:
						"One phone number with its country code, such as +12025550123; one item per recipient. In a tool of an agent, use $fromAI or {{ $('Node').first().json.phone }}, never $json or .item",
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
					'Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty',
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
						description:
							'Urgent text for a person on call; goes out before notifications and marketing',
					},
					{
						name: 'Marketing',
						value: 'marketing',
						description: 'Offer or newsletter; goes out last, and waits during quiet hours',
					},
					{
						name: 'Notification',
						value: 'notification',
						description: 'Text that the recipient expects, such as an order update or a reminder',
					},
					{
						name: 'One-Time Password',
						value: 'otp',
						description: 'Code to sign in; goes out before all other messages',
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
					"Textloom holds marketing messages during the quiet hours of your account, in the recipient's time zone (9 PM to 8 AM by default). From US local numbers, they may need an approved registration (10DLC).",
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
						name: 'Already Sent',
						value: 'already_sent',
					},
					{
						name: 'Automatic',
						value: 'automatic',
					},
					{
						name: 'Broadcast ID',
						value: 'broadcast_id',
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
						name: 'Conversation ID',
						value: 'conversation_id',
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
						name: 'Keyword',
						value: 'keyword',
					},
					{
						name: 'Keyword Rule',
						value: 'keyword_rule',
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
						name: 'Possible Keyword',
						value: 'possible_keyword',
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
						name: 'Text Erased At',
						value: 'text_erased_at',
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
							'The ID of the record that starts the workflow; with the same key, a recipient gets only one message within 24 hours of the first request, even if the workflow runs again for the same record',
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
								description: 'GSM-7 if it contains all characters of the text, otherwise UCS-2',
							},
							{
								name: 'GSM-7',
								value: 'gsm7',
								description:
									'Letters of Western European languages, up to 160 characters in one segment',
							},
							{
								name: 'UCS-2',
								value: 'ucs2',
								description: 'All characters and emoji, up to 70 characters in one segment',
							},
						],
						description: 'Character set; GSM-7 rejects characters that it does not contain',
					},
					{
						displayName: 'Insert Contact Fields',
						name: 'mergeFields',
						type: 'boolean',
						default: false,
						description:
							'Whether to replace merge fields such as {{first_name}} that come from other nodes with values of the contact; those that you type into the text are always replaced',
						displayOptions: {
							hide: {
								'@tool': [true],
							},
						},
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
							'Public https URLs of up to 10 pictures or other files, which make the message an MMS',
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
							'Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7',
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
						name: 'Broadcast ID',
						value: 'broadcast_id',
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
						name: 'Conversation ID',
						value: 'conversation_id',
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
						name: 'Keyword',
						value: 'keyword',
					},
					{
						name: 'Keyword Rule',
						value: 'keyword_rule',
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
						name: 'Possible Keyword',
						value: 'possible_keyword',
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
						name: 'Text Erased At',
						value: 'text_erased_at',
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
				description: 'ID of the scheduled message',
				required: true,
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['reschedule'],
					},
				},
			},
			{
				displayName: 'Send At',
				name: 'sendAt',
				type: 'dateTime',
				default: '',
				description: 'The new time, up to 35 days ahead',
				required: true,
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['reschedule'],
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
						operation: ['reschedule'],
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
						operation: ['reschedule'],
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
						name: 'Broadcast ID',
						value: 'broadcast_id',
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
						name: 'Conversation ID',
						value: 'conversation_id',
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
						name: 'Keyword',
						value: 'keyword',
					},
					{
						name: 'Keyword Rule',
						value: 'keyword_rule',
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
						name: 'Possible Keyword',
						value: 'possible_keyword',
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
						name: 'Text Erased At',
						value: 'text_erased_at',
					},
					{
						name: 'To',
						value: 'to',
					},
				],
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['reschedule'],
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
						name: 'Broadcast ID',
						value: 'broadcast_id',
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
						name: 'Conversation ID',
						value: 'conversation_id',
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
						name: 'Keyword',
						value: 'keyword',
					},
					{
						name: 'Keyword Rule',
						value: 'keyword_rule',
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
						name: 'Possible Keyword',
						value: 'possible_keyword',
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
						name: 'Text Erased At',
						value: 'text_erased_at',
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
						name: 'Broadcast ID',
						value: 'broadcast_id',
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
						name: 'Conversation ID',
						value: 'conversation_id',
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
						name: 'Keyword',
						value: 'keyword',
					},
					{
						name: 'Keyword Rule',
						value: 'keyword_rule',
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
						name: 'Possible Keyword',
						value: 'possible_keyword',
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
						name: 'Text Erased At',
						value: 'text_erased_at',
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
						displayName: 'Broadcast Name or ID',
						name: 'broadcastId',
						type: 'options',
						default: '',
						description:
							'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
						typeOptions: {
							loadOptionsMethod: 'getBroadcasts',
						},
					},
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
						description: 'ID or phone number of the contact',
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
						displayName: 'Error Code',
						name: 'errorCode',
						type: 'options',
						default: 'recipient_opted_out',
						options: [
							{
								name: 'Carrier Discarded',
								value: 'carrier_discarded',
							},
							{
								name: 'Carrier Expired',
								value: 'carrier_expired',
							},
							{
								name: 'Carrier Rejected',
								value: 'carrier_rejected',
							},
							{
								name: 'Carrier Unavailable',
								value: 'carrier_unavailable',
							},
							{
								name: 'Carrier Undeliverable',
								value: 'carrier_undeliverable',
							},
							{
								name: 'Media Rejected',
								value: 'media_rejected',
							},
							{
								name: 'No Receipt',
								value: 'no_receipt',
							},
							{
								name: 'No Route',
								value: 'no_route',
							},
							{
								name: 'Opt In Required',
								value: 'opt_in_required',
							},
							{
								name: 'Recipient Opted Out',
								value: 'recipient_opted_out',
							},
							{
								name: 'Sender Released',
								value: 'sender_released',
							},
							{
								name: 'Ttl Expired',
								value: 'ttl_expired',
							},
							{
								name: 'Unregistered Sender',
								value: 'unregistered_sender',
							},
						],
						description: 'Only messages with this error',
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
						displayName: 'Phone',
						name: 'phone',
						type: 'string',
						default: '',
						placeholder: 'e.g. +12025550123',
						description:
							"Only messages to or from this phone number; for a number that your account no longer has, use 'From'",
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
								description:
									'Urgent text for a person on call; goes out before notifications and marketing',
							},
							{
								name: 'Marketing',
								value: 'marketing',
								description: 'Offer or newsletter; goes out last, and waits during quiet hours',
							},
							{
								name: 'Notification',
								value: 'notification',
								description:
									'Text that the recipient expects, such as an order update or a reminder',
							},
							{
								name: 'One-Time Password',
								value: 'otp',
								description: 'Code to sign in; goes out before all other messages',
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
						displayName: 'Search',
						name: 'search',
						type: 'string',
						default: '',
						placeholder: 'e.g. order 1042',
						description:
							"Only messages whose text contains this text, or whose numbers contain these digits; to search very old ones as well, turn on 'Return All'",
					},
					{
						displayName: 'Status',
						name: 'status',
						type: 'multiOptions',
						default: [],
						options: [
							{
								name: 'Canceled',
								value: 'canceled',
								description: 'You canceled the message, or its broadcast, before it was sent',
							},
							{
								name: 'Delivered',
								value: 'delivered',
								description: 'The carrier reported that the message arrived',
							},
							{
								name: 'Expired',
								value: 'expired',
								description:
									'The message expired before it was sent, or the carrier gave up delivering it',
							},
							{
								name: 'Failed',
								value: 'failed',
								description: 'The carrier or the service rejected the message, so it was not sent',
							},
							{
								name: 'Queued',
								value: 'queued',
								description: 'The message waits to go to a carrier',
							},
							{
								name: 'Received',
								value: 'received',
								description: 'The message came in from a phone',
							},
							{
								name: 'Scheduled',
								value: 'scheduled',
								description:
									'The message waits for its send time, or for the end of the quiet hours',
							},
							{
								name: 'Sent',
								value: 'sent',
								description:
									'A carrier accepted the message, or may have accepted it, and has not reported its delivery',
							},
							{
								name: 'Unconfirmed',
								value: 'unconfirmed',
								description:
									'The carrier did not report within 72 hours whether the message arrived',
							},
							{
								name: 'Undelivered',
								value: 'undelivered',
								description: 'The carrier accepted the message, but could not deliver it',
							},
						],
						description: 'Only messages with one of these statuses',
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
				description:
					"Phone number of the recipient, such as +12025550123; without a country code, it belongs to the account's default country",
				builderHint: {
					propertyHint:
						"One phone number with its country code, such as +12025550123; one item per recipient. In a tool of an agent, use $fromAI or {{ $('Node').first().json.phone }}, never $json or .item",
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
					'Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty',
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
						description:
							'Urgent text for a person on call; goes out before notifications and marketing',
					},
					{
						name: 'Marketing',
						value: 'marketing',
						description: 'Offer or newsletter; goes out last, and waits during quiet hours',
					},
					{
						name: 'Notification',
						value: 'notification',
						description: 'Text that the recipient expects, such as an order update or a reminder',
					},
					{
						name: 'One-Time Password',
						value: 'otp',
						description: 'Code to sign in; goes out before all other messages',
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
					"Textloom holds marketing messages during the quiet hours of your account, in the recipient's time zone (9 PM to 8 AM by default). From US local numbers, they may need an approved registration (10DLC).",
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
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['preview'],
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
						operation: ['preview'],
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
						name: 'Country',
						value: 'country',
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
						name: 'From',
						value: 'from',
					},
					{
						name: 'Held Reason',
						value: 'held_reason',
					},
					{
						name: 'Problem',
						value: 'problem',
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
						name: 'Sent Text',
						value: 'sent_text',
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
					{
						name: 'Would Send',
						value: 'would_send',
					},
				],
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['preview'],
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
								description: 'GSM-7 if it contains all characters of the text, otherwise UCS-2',
							},
							{
								name: 'GSM-7',
								value: 'gsm7',
								description:
									'Letters of Western European languages, up to 160 characters in one segment',
							},
							{
								name: 'UCS-2',
								value: 'ucs2',
								description: 'All characters and emoji, up to 70 characters in one segment',
							},
						],
						description: 'Character set; GSM-7 rejects characters that it does not contain',
					},
					{
						displayName: 'Insert Contact Fields',
						name: 'mergeFields',
						type: 'boolean',
						default: false,
						description:
							'Whether to replace merge fields such as {{first_name}} that come from other nodes with values of the contact; those that you type into the text are always replaced',
						displayOptions: {
							hide: {
								'@tool': [true],
							},
						},
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
							'Public https URLs of up to 10 pictures or other files, which make the message an MMS',
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
							'Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7',
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
				description:
					"Phone number of the recipient, such as +12025550123; without a country code, it belongs to the account's default country",
				builderHint: {
					propertyHint:
						"One phone number with its country code, such as +12025550123; one item per recipient. In a tool of an agent, use $fromAI or {{ $('Node').first().json.phone }}, never $json or .item",
				},
				required: true,
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['sendAndWaitForDelivery'],
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
						operation: ['sendAndWaitForDelivery'],
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
					'Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty',
				hint: 'A segment holds 160 characters, or 70 with emoji or non-Latin scripts',
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['sendAndWaitForDelivery'],
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
						description:
							'Urgent text for a person on call; goes out before notifications and marketing',
					},
					{
						name: 'Marketing',
						value: 'marketing',
						description: 'Offer or newsletter; goes out last, and waits during quiet hours',
					},
					{
						name: 'Notification',
						value: 'notification',
						description: 'Text that the recipient expects, such as an order update or a reminder',
					},
					{
						name: 'One-Time Password',
						value: 'otp',
						description: 'Code to sign in; goes out before all other messages',
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
						operation: ['sendAndWaitForDelivery'],
					},
				},
			},
			{
				displayName:
					"Textloom holds marketing messages during the quiet hours of your account, in the recipient's time zone (9 PM to 8 AM by default). From US local numbers, they may need an approved registration (10DLC).",
				name: 'notice',
				type: 'notice',
				default: '',
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['sendAndWaitForDelivery'],
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
						operation: ['sendAndWaitForDelivery'],
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
						operation: ['sendAndWaitForDelivery'],
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
						name: 'Broadcast ID',
						value: 'broadcast_id',
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
						name: 'Conversation ID',
						value: 'conversation_id',
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
						name: 'Keyword',
						value: 'keyword',
					},
					{
						name: 'Keyword Rule',
						value: 'keyword_rule',
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
						name: 'Outcome',
						value: 'outcome',
					},
					{
						name: 'Possible Keyword',
						value: 'possible_keyword',
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
						name: 'Text Erased At',
						value: 'text_erased_at',
					},
					{
						name: 'Timed Out',
						value: 'timed_out',
					},
					{
						name: 'To',
						value: 'to',
					},
				],
				displayOptions: {
					show: {
						resource: ['message'],
						operation: ['sendAndWaitForDelivery'],
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
						operation: ['sendAndWaitForDelivery'],
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
							'The ID of the record that starts the workflow; with the same key, a recipient gets only one message within 24 hours of the first request, even if the workflow runs again for the same record; if the key was used in the last 24 hours, the node waits for the earlier message',
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
								description: 'GSM-7 if it contains all characters of the text, otherwise UCS-2',
							},
							{
								name: 'GSM-7',
								value: 'gsm7',
								description:
									'Letters of Western European languages, up to 160 characters in one segment',
							},
							{
								name: 'UCS-2',
								value: 'ucs2',
								description: 'All characters and emoji, up to 70 characters in one segment',
							},
						],
						description: 'Character set; GSM-7 rejects characters that it does not contain',
					},
					{
						displayName: 'Insert Contact Fields',
						name: 'mergeFields',
						type: 'boolean',
						default: false,
						description:
							'Whether to replace merge fields such as {{first_name}} that come from other nodes with values of the contact; those that you type into the text are always replaced',
						displayOptions: {
							hide: {
								'@tool': [true],
							},
						},
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
						description: 'How long to wait for a final status; 24 hours if not set',
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
							'Public https URLs of up to 10 pictures or other files, which make the message an MMS',
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
							'Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7',
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
				description:
					"Phone number of the recipient, such as +12025550123; without a country code, it belongs to the account's default country",
				builderHint: {
					propertyHint:
						"One phone number with its country code, such as +12025550123; one item per recipient. In a tool of an agent, use $fromAI or {{ $('Node').first().json.phone }}, never $json or .item",
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
					'Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty',
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
						description:
							'Urgent text for a person on call; goes out before notifications and marketing',
					},
					{
						name: 'Marketing',
						value: 'marketing',
						description: 'Offer or newsletter; goes out last, and waits during quiet hours',
					},
					{
						name: 'Notification',
						value: 'notification',
						description: 'Text that the recipient expects, such as an order update or a reminder',
					},
					{
						name: 'One-Time Password',
						value: 'otp',
						description: 'Code to sign in; goes out before all other messages',
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
				default: 'YES, Y, OK, OKAY, YEP, YUP, YEAH, SURE, SURE THING, CONFIRM, CONFIRMED, 👍',
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
				default: 'NO, N, NOPE, NAH, 👎',
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
					"Textloom holds marketing messages during the quiet hours of your account, in the recipient's time zone (9 PM to 8 AM by default). From US local numbers, they may need an approved registration (10DLC).",
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
						displayName: 'Deduplication Key',
						name: 'deduplicationKey',
						type: 'string',
						default: '',
						placeholder: 'e.g. order-1042',
						description:
							'A value that is new for each decision, such as the ID of the request; with a key that was used in the last 24 hours, the node does not ask again and gets the reply to the earlier question, even an approval',
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
								description: 'GSM-7 if it contains all characters of the text, otherwise UCS-2',
							},
							{
								name: 'GSM-7',
								value: 'gsm7',
								description:
									'Letters of Western European languages, up to 160 characters in one segment',
							},
							{
								name: 'UCS-2',
								value: 'ucs2',
								description: 'All characters and emoji, up to 70 characters in one segment',
							},
						],
						description: 'Character set; GSM-7 rejects characters that it does not contain',
					},
					{
						displayName: 'Insert Contact Fields',
						name: 'mergeFields',
						type: 'boolean',
						default: false,
						description:
							'Whether to replace merge fields such as {{first_name}} that come from other nodes with values of the contact; those that you type into the text are always replaced',
						displayOptions: {
							hide: {
								'@tool': [true],
							},
						},
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
							'Public https URLs of up to 10 pictures or other files, which make the message an MMS',
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
							'Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7',
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
								name: 'First Approval',
								value: 'firstApproval',
							},
							{
								name: 'First Reply',
								value: 'first',
							},
						],
						description:
							'Which replies end the wait if the node gets several items; each item has its own question; STOP and unclear replies are not a first reply',
						builderHint: {
							propertyHint:
								'With several items, one question goes to each. Use first if any of the people can decide, such as several approvers, and firstApproval if only an approval does',
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
						description:
							'Lists the numbers of the account, newest first, including those whose purchase is pending or has failed',
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
							'Releases a number. Its waiting messages fail, and texts to it are lost. If it was the default, the account has none until you choose another. For 24 hours, no other account can provision it. The carrier still bills you unless you also release it there',
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
						displayName: 'Status',
						name: 'status',
						type: 'options',
						default: 'pending',
						options: [
							{
								name: 'Active',
								value: 'active',
							},
							{
								name: 'Failed',
								value: 'failed',
							},
							{
								name: 'Pending',
								value: 'pending',
							},
							{
								name: 'Suspended',
								value: 'suspended',
							},
						],
						description: 'Only numbers with this status',
					},
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
				hint: 'At most 100',
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
				displayName: "The API key needs the scope 'admin' for this operation.",
				name: 'notice',
				type: 'notice',
				default: '',
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
						displayName: 'Default Sender',
						name: 'default',
						type: 'boolean',
						default: true,
						description:
							'Whether this number is the default sender, which a new number also becomes if the account has none; if the service buys the number, this takes effect when the number becomes active',
					},
					{
						displayName: 'Messages per Second',
						name: 'messagesPerSecond',
						type: 'number',
						default: '',
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
				displayName: "The API key needs the scope 'admin' for this operation.",
				name: 'notice',
				type: 'notice',
				default: '',
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
							'Whether to also return the number to the carrier, if this account bought it; you cannot undo this, and someone else can then get the number',
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
				displayName: "The API key needs the scope 'admin' for this operation.",
				name: 'notice',
				type: 'notice',
				default: '',
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
						displayName: 'Default Sender',
						name: 'default',
						type: 'boolean',
						default: true,
						description:
							'Whether this number is the default sender, which a new number also becomes if the account has none; if the service buys the number, this takes effect when the number becomes active',
					},
					{
						displayName: 'Messages per Second',
						name: 'messagesPerSecond',
						type: 'number',
						default: '',
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
							'Registers a brand and its campaign with the simulated registry, which decides within 36 hours; for real texts from US local numbers (10DLC), also register at the carrier',
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
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['registration'],
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
						resource: ['registration'],
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
						name: 'Brand',
						value: 'brand',
					},
					{
						name: 'Campaign',
						value: 'campaign',
					},
					{
						name: 'Decided At',
						value: 'decided_at',
					},
					{
						name: 'Decision By',
						value: 'decision_by',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Number IDs',
						value: 'number_ids',
					},
					{
						name: 'Rejections',
						value: 'rejections',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Submitted At',
						value: 'submitted_at',
					},
				],
				displayOptions: {
					show: {
						resource: ['registration'],
						operation: ['get'],
						'@tool': [true],
						output: ['fields'],
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
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['registration'],
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
						resource: ['registration'],
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
						name: 'Brand',
						value: 'brand',
					},
					{
						name: 'Campaign',
						value: 'campaign',
					},
					{
						name: 'Decided At',
						value: 'decided_at',
					},
					{
						name: 'Decision By',
						value: 'decision_by',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Number IDs',
						value: 'number_ids',
					},
					{
						name: 'Rejections',
						value: 'rejections',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Submitted At',
						value: 'submitted_at',
					},
				],
				displayOptions: {
					show: {
						resource: ['registration'],
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
								placeholder: 'e.g. Acme: you left something in your cart. Reply STOP to opt out.',
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
				displayName: "The API key needs the scope 'admin' for this operation.",
				name: 'notice',
				type: 'notice',
				default: '',
				displayOptions: {
					show: {
						resource: ['registration'],
						operation: ['submit'],
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
						resource: ['registration'],
						operation: ['submit'],
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
						resource: ['registration'],
						operation: ['submit'],
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
						name: 'Brand',
						value: 'brand',
					},
					{
						name: 'Campaign',
						value: 'campaign',
					},
					{
						name: 'Decided At',
						value: 'decided_at',
					},
					{
						name: 'Decision By',
						value: 'decision_by',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Number IDs',
						value: 'number_ids',
					},
					{
						name: 'Rejections',
						value: 'rejections',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Submitted At',
						value: 'submitted_at',
					},
				],
				displayOptions: {
					show: {
						resource: ['registration'],
						operation: ['submit'],
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
							'Counts messages by creation time and by a property that they share; the counts match a search for messages exactly, apart from deleted messages, which they still include',
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
					'Messages created at or after this time, rounded down to a quarter of an hour; seven days before the end if empty; at most 92 days before the end if the interval is hour, and otherwise 3,653 days; a report has at most 25,000 rows',
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
								description:
									'Urgent text for a person on call; goes out before notifications and marketing',
							},
							{
								name: 'Marketing',
								value: 'marketing',
								description: 'Offer or newsletter; goes out last, and waits during quiet hours',
							},
							{
								name: 'Notification',
								value: 'notification',
								description:
									'Text that the recipient expects, such as an order update or a reminder',
							},
							{
								name: 'One-Time Password',
								value: 'otp',
								description: 'Code to sign in; goes out before all other messages',
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
								description: 'You canceled the message, or its broadcast, before it was sent',
							},
							{
								name: 'Delivered',
								value: 'delivered',
								description: 'The carrier reported that the message arrived',
							},
							{
								name: 'Expired',
								value: 'expired',
								description:
									'The message expired before it was sent, or the carrier gave up delivering it',
							},
							{
								name: 'Failed',
								value: 'failed',
								description: 'The carrier or the service rejected the message, so it was not sent',
							},
							{
								name: 'Queued',
								value: 'queued',
								description: 'The message waits to go to a carrier',
							},
							{
								name: 'Received',
								value: 'received',
								description: 'The message came in from a phone',
							},
							{
								name: 'Scheduled',
								value: 'scheduled',
								description:
									'The message waits for its send time, or for the end of the quiet hours',
							},
							{
								name: 'Sent',
								value: 'sent',
								description:
									'A carrier accepted the message, or may have accepted it, and has not reported its delivery',
							},
							{
								name: 'Unconfirmed',
								value: 'unconfirmed',
								description:
									'The carrier did not report within 72 hours whether the message arrived',
							},
							{
								name: 'Undelivered',
								value: 'undelivered',
								description: 'The carrier accepted the message, but could not deliver it',
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
						resource: ['review'],
					},
				},
				options: [
					{
						name: 'Decide',
						value: 'decide',
						description:
							'Confirms that the sender wants you to stop or start texting, or dismisses the review',
						action: 'Decide review',
					},
					{
						name: 'Get',
						value: 'get',
						description: 'Gets one review',
						action: 'Get review',
					},
					{
						name: 'Get Many',
						value: 'getAll',
						description:
							'Lists the reviews of possible opt-outs: received texts that may ask you to stop or start texting, newest first',
						action: 'Get many reviews',
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
						resource: ['review'],
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
						resource: ['review'],
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
						resource: ['review'],
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
						resource: ['review'],
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
						name: 'Contact ID',
						value: 'contact_id',
					},
					{
						name: 'Conversation ID',
						value: 'conversation_id',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Decided At',
						value: 'decided_at',
					},
					{
						name: 'Explanation',
						value: 'explanation',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Keyword',
						value: 'keyword',
					},
					{
						name: 'Message ID',
						value: 'message_id',
					},
					{
						name: 'Number',
						value: 'number',
					},
					{
						name: 'Phone',
						value: 'phone',
					},
					{
						name: 'Rule',
						value: 'rule',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Text',
						value: 'text',
					},
				],
				displayOptions: {
					show: {
						resource: ['review'],
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
						resource: ['review'],
						operation: ['getAll'],
					},
				},
				options: [
					{
						displayName: 'Phone',
						name: 'phone',
						type: 'string',
						default: '',
						placeholder: 'e.g. +12025550123',
						description: 'Only texts from this phone number',
					},
					{
						displayName: 'Status',
						name: 'status',
						type: 'options',
						default: 'open',
						options: [
							{
								name: 'Confirmed',
								value: 'confirmed',
							},
							{
								name: 'Dismissed',
								value: 'dismissed',
							},
							{
								name: 'Open',
								value: 'open',
							},
						],
						description: 'Only reviews with this status',
					},
				],
			},
			{
				displayName: 'Review ID',
				name: 'reviewId',
				type: 'string',
				default: '',
				placeholder: 'e.g. rev_01JZ3K8QW5T4V9XH2M6N7P8R0S',
				description: 'ID of the review, from Get Many or from a Textloom Trigger',
				required: true,
				displayOptions: {
					show: {
						resource: ['review'],
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
						resource: ['review'],
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
						resource: ['review'],
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
						name: 'Contact ID',
						value: 'contact_id',
					},
					{
						name: 'Conversation ID',
						value: 'conversation_id',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Decided At',
						value: 'decided_at',
					},
					{
						name: 'Explanation',
						value: 'explanation',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Keyword',
						value: 'keyword',
					},
					{
						name: 'Message ID',
						value: 'message_id',
					},
					{
						name: 'Number',
						value: 'number',
					},
					{
						name: 'Phone',
						value: 'phone',
					},
					{
						name: 'Rule',
						value: 'rule',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Text',
						value: 'text',
					},
				],
				displayOptions: {
					show: {
						resource: ['review'],
						operation: ['get'],
						'@tool': [true],
						output: ['fields'],
					},
				},
			},
			{
				displayName: 'Review ID',
				name: 'reviewId',
				type: 'string',
				default: '',
				placeholder: 'e.g. rev_01JZ3K8QW5T4V9XH2M6N7P8R0S',
				description: 'ID of the review, from Get Many or from a Textloom Trigger',
				required: true,
				displayOptions: {
					show: {
						resource: ['review'],
						operation: ['decide'],
					},
				},
			},
			{
				displayName: 'Decision',
				name: 'decision',
				type: 'options',
				default: 'confirm',
				options: [
					{
						name: 'Confirm',
						value: 'confirm',
					},
					{
						name: 'Dismiss',
						value: 'dismiss',
					},
				],
				description:
					'Confirm to opt the sender out (or in again, for start); dismiss to change nothing',
				required: true,
				displayOptions: {
					show: {
						resource: ['review'],
						operation: ['decide'],
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
						resource: ['review'],
						operation: ['decide'],
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
						resource: ['review'],
						operation: ['decide'],
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
						name: 'Contact ID',
						value: 'contact_id',
					},
					{
						name: 'Conversation ID',
						value: 'conversation_id',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Decided At',
						value: 'decided_at',
					},
					{
						name: 'Explanation',
						value: 'explanation',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Keyword',
						value: 'keyword',
					},
					{
						name: 'Message ID',
						value: 'message_id',
					},
					{
						name: 'Number',
						value: 'number',
					},
					{
						name: 'Phone',
						value: 'phone',
					},
					{
						name: 'Rule',
						value: 'rule',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Text',
						value: 'text',
					},
				],
				displayOptions: {
					show: {
						resource: ['review'],
						operation: ['decide'],
						'@tool': [true],
						output: ['fields'],
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
						resource: ['verification'],
					},
				},
				options: [
					{
						name: 'Cancel',
						value: 'cancel',
						description: 'Cancels a pending verification, so that its code is no longer valid',
						action: 'Cancel verification',
					},
					{
						name: 'Check Code',
						value: 'checkCode',
						description:
							'Compares a code that a person entered with the code that you sent; each wrong code uses up an attempt',
						action: 'Check verification code',
					},
					{
						name: 'Get',
						value: 'get',
						description: 'Gets one verification',
						action: 'Get verification',
					},
					{
						name: 'Get Many',
						value: 'getAll',
						description: 'Lists verifications, newest first',
						action: 'Get many verifications',
					},
					{
						name: 'Get Prefixes',
						value: 'getPrefixes',
						description:
							'Lists the ranges of phone numbers that you sent codes to in the last 24 hours, those with the most codes first',
						action: 'Get verification prefixes',
					},
					{
						name: 'Send Code',
						value: 'sendCode',
						description:
							'Texts a code to a phone number; a newer code to the same number cancels the older one',
						action: 'Send verification code',
					},
					{
						name: 'Unblock Prefix',
						value: 'unblockPrefix',
						description: 'Lets the service send codes to a range of phone numbers again',
						action: 'Unblock verification prefix',
					},
				],
				default: 'sendCode',
			},
			{
				displayName: 'To',
				name: 'to',
				type: 'string',
				default: '',
				placeholder: 'e.g. +12025550123',
				description:
					"Phone number to verify, such as +12025550123; without a country code, it belongs to the account's default country",
				required: true,
				displayOptions: {
					show: {
						resource: ['verification'],
						operation: ['sendCode'],
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
						resource: ['verification'],
						operation: ['sendCode'],
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
						resource: ['verification'],
						operation: ['sendCode'],
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
						resource: ['verification'],
						operation: ['sendCode'],
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
						name: 'Approved At',
						value: 'approved_at',
					},
					{
						name: 'Attempts Left',
						value: 'attempts_left',
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
						name: 'Expires At',
						value: 'expires_at',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Message ID',
						value: 'message_id',
					},
					{
						name: 'Next Code At',
						value: 'next_code_at',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'To',
						value: 'to',
					},
				],
				displayOptions: {
					show: {
						resource: ['verification'],
						operation: ['sendCode'],
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
						resource: ['verification'],
						operation: ['sendCode'],
					},
				},
				options: [
					{
						displayName: 'Code Length',
						name: 'length',
						type: 'number',
						default: 6,
						typeOptions: {
							minValue: 4,
							maxValue: 8,
						},
						description: 'Number of digits of the code',
					},
					{
						displayName: 'Language',
						name: 'language',
						type: 'options',
						default: '',
						description: "Language of the text; the account's language if empty",
						options: [
							{
								name: 'Dutch',
								value: 'nl',
							},
							{
								name: 'English',
								value: 'en',
							},
							{
								name: 'French',
								value: 'fr',
							},
							{
								name: 'German',
								value: 'de',
							},
							{
								name: 'Italian',
								value: 'it',
							},
							{
								name: 'None',
								value: '',
							},
							{
								name: 'Portuguese',
								value: 'pt',
							},
							{
								name: 'Spanish',
								value: 'es',
							},
						],
					},
					{
						displayName: 'Max Attempts',
						name: 'maxAttempts',
						type: 'number',
						default: 5,
						typeOptions: {
							minValue: 1,
							maxValue: 10,
						},
						description: 'Number of wrong codes after which the verification fails',
					},
					{
						displayName: 'Text',
						name: 'text',
						type: 'string',
						default: '',
						typeOptions: {
							rows: 4,
						},
						placeholder: 'e.g. {{code}} is your Acme code. Do not share it.',
						description: 'Your own text, which must contain {{code}}; a standard text if empty',
					},
					{
						displayName: 'Time to Live',
						name: 'ttl',
						type: 'number',
						default: 600,
						typeOptions: {
							minValue: 60,
							maxValue: 1800,
						},
						description: 'Seconds until the code expires',
					},
				],
			},
			{
				displayName: 'Check By',
				name: 'checkBy',
				type: 'options',
				default: 'to',
				options: [
					{
						name: 'Phone Number',
						value: 'to',
					},
					{
						name: 'Verification ID',
						value: 'id',
					},
				],
				description: 'How to find the verification',
				displayOptions: {
					show: {
						resource: ['verification'],
						operation: ['checkCode'],
					},
				},
			},
			{
				displayName: 'Phone Number',
				name: 'to',
				type: 'string',
				default: '',
				placeholder: 'e.g. +12025550123',
				description: 'Phone number that got the code',
				required: true,
				displayOptions: {
					show: {
						resource: ['verification'],
						operation: ['checkCode'],
						checkBy: ['to'],
					},
				},
			},
			{
				displayName: 'Verification ID',
				name: 'verificationId',
				type: 'string',
				default: '',
				placeholder: 'e.g. ver_01JZ3K8QW5T4V9XH2M6N7P8R0S',
				description: 'ID of the verification, from Send Code or from Get Many',
				required: true,
				displayOptions: {
					show: {
						resource: ['verification'],
						operation: ['checkCode'],
						checkBy: ['id'],
					},
				},
			},
			{
				displayName: 'Code',
				name: 'code',
				type: 'string',
				default: '',
				typeOptions: {
					password: true,
				},
				placeholder: 'e.g. 123456',
				description:
					'The code that the person entered; spaces and dashes are ignored, and zeros at the start may be missing',
				required: true,
				displayOptions: {
					show: {
						resource: ['verification'],
						operation: ['checkCode'],
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
						resource: ['verification'],
						operation: ['checkCode'],
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
						resource: ['verification'],
						operation: ['checkCode'],
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
						name: 'Approved At',
						value: 'approved_at',
					},
					{
						name: 'Attempts Left',
						value: 'attempts_left',
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
						name: 'Expires At',
						value: 'expires_at',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Message ID',
						value: 'message_id',
					},
					{
						name: 'Next Code At',
						value: 'next_code_at',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'To',
						value: 'to',
					},
					{
						name: 'Valid',
						value: 'valid',
					},
				],
				displayOptions: {
					show: {
						resource: ['verification'],
						operation: ['checkCode'],
						'@tool': [true],
						output: ['fields'],
					},
				},
			},
			{
				displayName: 'Verification ID',
				name: 'verificationId',
				type: 'string',
				default: '',
				placeholder: 'e.g. ver_01JZ3K8QW5T4V9XH2M6N7P8R0S',
				description: 'ID of the verification, from Send Code or from Get Many',
				required: true,
				displayOptions: {
					show: {
						resource: ['verification'],
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
						resource: ['verification'],
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
						resource: ['verification'],
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
						name: 'Approved At',
						value: 'approved_at',
					},
					{
						name: 'Attempts Left',
						value: 'attempts_left',
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
						name: 'Expires At',
						value: 'expires_at',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Message ID',
						value: 'message_id',
					},
					{
						name: 'Next Code At',
						value: 'next_code_at',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'To',
						value: 'to',
					},
				],
				displayOptions: {
					show: {
						resource: ['verification'],
						operation: ['cancel'],
						'@tool': [true],
						output: ['fields'],
					},
				},
			},
			{
				displayName: 'Verification ID',
				name: 'verificationId',
				type: 'string',
				default: '',
				placeholder: 'e.g. ver_01JZ3K8QW5T4V9XH2M6N7P8R0S',
				description: 'ID of the verification, from Send Code or from Get Many',
				required: true,
				displayOptions: {
					show: {
						resource: ['verification'],
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
						resource: ['verification'],
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
						resource: ['verification'],
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
						name: 'Approved At',
						value: 'approved_at',
					},
					{
						name: 'Attempts Left',
						value: 'attempts_left',
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
						name: 'Expires At',
						value: 'expires_at',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Message ID',
						value: 'message_id',
					},
					{
						name: 'Next Code At',
						value: 'next_code_at',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'To',
						value: 'to',
					},
				],
				displayOptions: {
					show: {
						resource: ['verification'],
						operation: ['get'],
						'@tool': [true],
						output: ['fields'],
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
						resource: ['verification'],
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
						resource: ['verification'],
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
						resource: ['verification'],
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
						resource: ['verification'],
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
						name: 'Approved At',
						value: 'approved_at',
					},
					{
						name: 'Attempts Left',
						value: 'attempts_left',
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
						name: 'Expires At',
						value: 'expires_at',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Message ID',
						value: 'message_id',
					},
					{
						name: 'Next Code At',
						value: 'next_code_at',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'To',
						value: 'to',
					},
				],
				displayOptions: {
					show: {
						resource: ['verification'],
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
						resource: ['verification'],
						operation: ['getAll'],
					},
				},
				options: [
					{
						displayName: 'Created After',
						name: 'createdAfter',
						type: 'dateTime',
						default: '',
						description: 'Only verifications created at or after this time',
					},
					{
						displayName: 'Created Before',
						name: 'createdBefore',
						type: 'dateTime',
						default: '',
						description: 'Only verifications created before this time',
					},
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
								name: 'Canceled',
								value: 'canceled',
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
								name: 'Pending',
								value: 'pending',
							},
						],
						description: 'Only verifications with this status',
					},
					{
						displayName: 'To',
						name: 'to',
						type: 'string',
						default: '',
						placeholder: 'e.g. +12025550123',
						description: 'Only verifications of this phone number',
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
						resource: ['verification'],
						operation: ['getPrefixes'],
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
						resource: ['verification'],
						operation: ['getPrefixes'],
						returnAll: [false],
					},
				},
			},
			{
				displayName: 'Prefix',
				name: 'prefix',
				type: 'string',
				default: '',
				placeholder: 'e.g. +1202555',
				description: 'First digits of the phone numbers, from Get Prefixes',
				required: true,
				displayOptions: {
					show: {
						resource: ['verification'],
						operation: ['unblockPrefix'],
					},
				},
			},
			{
				displayName: "The API key needs the scope 'admin' for this operation.",
				name: 'notice',
				type: 'notice',
				default: '',
				displayOptions: {
					show: {
						resource: ['verification'],
						operation: ['unblockPrefix'],
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
						resource: ['webhook'],
					},
				},
				options: [
					{
						name: 'Delete',
						value: 'delete',
						description: 'Deletes a webhook and its outstanding deliveries',
						action: 'Delete webhook',
					},
					{
						name: 'Get',
						value: 'get',
						description: 'Gets one webhook',
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
						description: 'Lists the webhooks of the account, newest first',
						action: 'Get many webhooks',
					},
					{
						name: 'Redeliver',
						value: 'redeliver',
						description:
							'Delivers the events that this webhook missed in a time range, such as an outage, the oldest first; skips events that wait for another attempt',
						action: 'Redeliver missed events',
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
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['webhook'],
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
						resource: ['webhook'],
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
						name: 'Burst Seconds',
						value: 'burst_seconds',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Disabled Reason',
						value: 'disabled_reason',
					},
					{
						name: 'Events',
						value: 'events',
					},
					{
						name: 'Expires At',
						value: 'expires_at',
					},
					{
						name: 'Failing Since',
						value: 'failing_since',
					},
					{
						name: 'Filter',
						value: 'filter',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Updated At',
						value: 'updated_at',
					},
					{
						name: 'URL',
						value: 'url',
					},
				],
				displayOptions: {
					show: {
						resource: ['webhook'],
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
						description: 'Only the webhook with this URL',
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
				description: 'A webhook that receives events, such as that of a Textloom Trigger',
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
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['webhook'],
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
						resource: ['webhook'],
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
						name: 'Burst Seconds',
						value: 'burst_seconds',
					},
					{
						name: 'Created At',
						value: 'created_at',
					},
					{
						name: 'Disabled Reason',
						value: 'disabled_reason',
					},
					{
						name: 'Events',
						value: 'events',
					},
					{
						name: 'Expires At',
						value: 'expires_at',
					},
					{
						name: 'Failing Since',
						value: 'failing_since',
					},
					{
						name: 'Filter',
						value: 'filter',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Updated At',
						value: 'updated_at',
					},
					{
						name: 'URL',
						value: 'url',
					},
				],
				displayOptions: {
					show: {
						resource: ['webhook'],
						operation: ['get'],
						'@tool': [true],
						output: ['fields'],
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
				description: 'A webhook that receives events, such as that of a Textloom Trigger',
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
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: {
					show: {
						resource: ['webhook'],
						operation: ['getDeliveries'],
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
						resource: ['webhook'],
						operation: ['getDeliveries'],
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
						name: 'Attempt',
						value: 'attempt',
					},
					{
						name: 'Duration',
						value: 'duration_ms',
					},
					{
						name: 'Event ID',
						value: 'event_id',
					},
					{
						name: 'Event Type',
						value: 'event_type',
					},
					{
						name: 'Failure',
						value: 'failure',
					},
					{
						name: 'ID',
						value: 'id',
					},
					{
						name: 'Next Attempt At',
						value: 'next_attempt_at',
					},
					{
						name: 'Response Body',
						value: 'response_body',
					},
					{
						name: 'Started At',
						value: 'started_at',
					},
					{
						name: 'Status',
						value: 'status',
					},
					{
						name: 'Status Code',
						value: 'status_code',
					},
					{
						name: 'Webhook ID',
						value: 'webhook_id',
					},
				],
				displayOptions: {
					show: {
						resource: ['webhook'],
						operation: ['getDeliveries'],
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
						resource: ['webhook'],
						operation: ['getDeliveries'],
					},
				},
				options: [
					{
						displayName: 'Status',
						name: 'status',
						type: 'options',
						default: 'failed',
						options: [
							{
								name: 'Failed',
								value: 'failed',
							},
						],
						description: 'Only failed deliveries',
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
				description: 'A webhook that receives events, such as that of a Textloom Trigger',
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
				description: 'A webhook that receives events, such as that of a Textloom Trigger',
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
			{
				displayName: 'Webhook',
				name: 'webhookId',
				type: 'resourceLocator',
				default: {
					__rl: true,
					mode: 'list',
					value: '',
				},
				description: 'A webhook that receives events, such as that of a Textloom Trigger',
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
						operation: ['redeliver'],
					},
				},
			},
			{
				displayName: 'Created After',
				name: 'createdAfter',
				type: 'dateTime',
				default: '',
				description: 'Only events at or after this time',
				required: true,
				displayOptions: {
					show: {
						resource: ['webhook'],
						operation: ['redeliver'],
					},
				},
			},
			{
				displayName: "The API key needs the scope 'admin' for this operation.",
				name: 'notice',
				type: 'notice',
				default: '',
				displayOptions: {
					show: {
						resource: ['webhook'],
						operation: ['redeliver'],
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
						resource: ['webhook'],
						operation: ['redeliver'],
					},
				},
				options: [
					{
						displayName: 'Created Before',
						name: 'createdBefore',
						type: 'dateTime',
						default: '',
						description: 'Only events before this time',
					},
				],
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
