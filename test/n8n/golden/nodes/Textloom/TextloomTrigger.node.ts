import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

export class TextloomTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Textloom Trigger',
		name: 'textloomTrigger',
		icon: {
			light: 'file:../../icons/textloom.svg',
			dark: 'file:../../icons/textloom.dark.svg',
		},
		group: ['trigger'],
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle:
			'={{ ({"messageReceived":"Incoming SMS","messageStatusChanged":"Message Status Changed","registrationDecided":"Registration Decided","contactCreated":"Contact Created","contactOptedOut":"Contact Opted Out","contactOptedIn":"Contact Opted In","listContactAdded":"Contact Added to List","reviewCreated":"Review Created","reviewDecided":"Review Decided","conversationOpened":"Conversation Opened","conversationClosed":"Conversation Closed","broadcastStarted":"Broadcast Started","broadcastStopped":"Broadcast Stopped","broadcastCompleted":"Broadcast Completed","broadcastCanceled":"Broadcast Canceled","verificationApproved":"Verification Approved","verificationFailed":"Verification Failed","numberActivated":"Number Activated","numberFailed":"Number Failed"})[$parameter["event"]] }}',
		description:
			'Starts a workflow on text messages, their delivery, opt-outs, reviews, conversations, broadcasts and codes',
		eventTriggerDescription: 'Waiting for the event, such as a text to one of your numbers',
		defaults: {
			name: 'Textloom Trigger',
		},
		inputs: [],
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
				path: 'webhook',
			},
		],
		properties: [
			{
				displayName: 'Event',
				name: 'event',
				type: 'options',
				noDataExpression: true,
				required: true,
				options: [
					{
						name: 'Broadcast Canceled',
						value: 'broadcastCanceled',
						action: 'On broadcast canceled',
						description: 'Triggers when somebody cancels a broadcast',
					},
					{
						name: 'Broadcast Completed',
						value: 'broadcastCompleted',
						action: 'On broadcast completed',
						description: 'Triggers when every message of a broadcast has a final status',
					},
					{
						name: 'Broadcast Started',
						value: 'broadcastStarted',
						action: 'On broadcast started',
						description: 'Triggers when a broadcast starts to send',
					},
					{
						name: 'Broadcast Stopped',
						value: 'broadcastStopped',
						action: 'On broadcast stopped',
						description:
							'Triggers when the service stops a broadcast, for the reason in stopped_reason',
					},
					{
						name: 'Contact Added to List',
						value: 'listContactAdded',
						action: 'On contact added to list',
						description: 'Triggers when a contact joins a list',
					},
					{
						name: 'Contact Created',
						value: 'contactCreated',
						action: 'On contact created',
						description: 'Triggers when a contact is added',
					},
					{
						name: 'Contact Opted In',
						value: 'contactOptedIn',
						action: 'On contact opted in',
						description:
							'Triggers when a contact confirms with YES that they want messages, or opts in again',
					},
					{
						name: 'Contact Opted Out',
						value: 'contactOptedOut',
						action: 'On contact opted out',
						description: 'Triggers when a contact opts out of messages',
					},
					{
						name: 'Conversation Closed',
						value: 'conversationClosed',
						action: 'On conversation closed',
						description: 'Triggers when somebody closes a conversation',
					},
					{
						name: 'Conversation Opened',
						value: 'conversationOpened',
						action: 'On conversation opened',
						description: 'Triggers when a conversation starts or is reopened',
					},
					{
						name: 'Incoming SMS',
						value: 'messageReceived',
						action: 'On incoming SMS',
						description: 'Triggers when a text message comes in',
					},
					{
						name: 'Message Status Changed',
						value: 'messageStatusChanged',
						action: 'On message status changed',
						description: 'Triggers when a message reaches one of the chosen statuses',
					},
					{
						name: 'Number Activated',
						value: 'numberActivated',
						action: 'On number activated',
						description:
							'Triggers when a number becomes active, immediately or after the service has bought it',
					},
					{
						name: 'Number Failed',
						value: 'numberFailed',
						action: 'On number failed',
						description:
							'Triggers when the service cannot buy a number, for the reason in purchase_error',
					},
					{
						name: 'Registration Decided',
						value: 'registrationDecided',
						action: 'On registration decided',
						description: 'Triggers when the registry approves or rejects a brand and its campaign',
					},
					{
						name: 'Review Created',
						value: 'reviewCreated',
						action: 'On review created',
						description: 'Triggers when a received text may ask you to stop or start texting',
					},
					{
						name: 'Review Decided',
						value: 'reviewDecided',
						action: 'On review decided',
						description: 'Triggers when somebody decides what a possible opt-out means',
					},
					{
						name: 'Verification Approved',
						value: 'verificationApproved',
						action: 'On verification approved',
						description: 'Triggers when a person enters the right code',
					},
					{
						name: 'Verification Failed',
						value: 'verificationFailed',
						action: 'On verification failed',
						description: 'Triggers when a person enters too many wrong codes, or a code expires',
					},
				],
				default: 'messageReceived',
			},
			{
				displayName: 'Statuses',
				name: 'statuses',
				type: 'multiOptions',
				required: true,
				displayOptions: {
					show: {
						event: ['messageStatusChanged'],
					},
				},
				options: [
					{
						name: 'Canceled',
						value: 'message.canceled',
						description: 'When a message is canceled before it is sent',
					},
					{
						name: 'Delivered',
						value: 'message.delivered',
						description: 'When a message reaches its recipient',
					},
					{
						name: 'Expired',
						value: 'message.expired',
						description:
							'When a message expires before it is sent, or the carrier gives up delivering it',
					},
					{
						name: 'Failed',
						value: 'message.failed',
						description: 'When a message cannot be sent',
					},
					{
						name: 'Sent',
						value: 'message.sent',
						description: 'When a carrier accepts a message',
					},
					{
						name: 'Unconfirmed',
						value: 'message.unconfirmed',
						description: 'When a carrier does not report whether a message arrived',
					},
					{
						name: 'Undelivered',
						value: 'message.undelivered',
						description: 'When a carrier cannot deliver a message',
					},
				],
				default: [
					'message.delivered',
					'message.undelivered',
					'message.failed',
					'message.expired',
					'message.unconfirmed',
					'message.canceled',
				],
				description: 'Statuses that start the workflow, once for each change',
			},
			{
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
			},
			{
				displayName: 'Download Media',
				name: 'downloadMedia',
				type: 'boolean',
				default: false,
				displayOptions: {
					show: {
						event: ['messageReceived'],
					},
				},
				description:
					'Whether to download the pictures and other files of an MMS as binary data: <code>media_0</code>, <code>media_1</code>, and so on',
			},
			{
				displayName: 'Filters',
				name: 'filters',
				type: 'collection',
				placeholder: 'Add Filter',
				default: {},
				displayOptions: {
					show: {
						event: ['messageReceived', 'messageStatusChanged'],
					},
				},
				options: [
					{
						displayName: 'From',
						name: 'from',
						type: 'string',
						default: [],
						placeholder: 'e.g. +12025550123',
						description: 'Only messages from one of these numbers or names',
						typeOptions: {
							multipleValues: true,
							multipleValueButtonText: 'Add Sender',
						},
					},
					{
						displayName: 'Include Automatic Replies',
						name: 'includeAutomatic',
						type: 'boolean',
						default: true,
						description:
							'Whether the replies of the service to STOP, START and HELP start the workflow too',
						displayOptions: {
							show: {
								'/event': ['messageStatusChanged'],
							},
						},
					},
					{
						displayName: 'Keywords',
						name: 'keywords',
						type: 'string',
						default: [],
						placeholder: 'e.g. YES',
						description: 'Only texts that begin with one of these words (not case-sensitive)',
						typeOptions: {
							multipleValues: true,
							multipleValueButtonText: 'Add Keyword',
						},
						displayOptions: {
							show: {
								'/event': ['messageReceived'],
							},
						},
					},
					{
						displayName: 'Purpose',
						name: 'purpose',
						type: 'multiOptions',
						default: [],
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
						description: 'Only messages with one of these purposes',
						displayOptions: {
							show: {
								'/event': ['messageStatusChanged'],
							},
						},
					},
					{
						displayName: 'Skip STOP, START and HELP',
						name: 'skipHandled',
						type: 'boolean',
						default: false,
						description: 'Whether to leave out texts that the service handles itself, such as STOP',
						displayOptions: {
							show: {
								'/event': ['messageReceived'],
							},
						},
					},
					{
						displayName: 'To',
						name: 'to',
						type: 'string',
						default: [],
						placeholder: 'e.g. +12025550100',
						description: 'Only messages to one of these numbers',
						typeOptions: {
							multipleValues: true,
							multipleValueButtonText: 'Add Number',
						},
					},
				],
			},
			{
				displayName:
					"If this workflow sends texts, their statuses start it again, without end. Add a filter that leaves these texts out: a 'Purpose' that only your other texts have, or the numbers that they come 'From' or go 'To'.",
				name: 'loopNotice',
				type: 'notice',
				default: '',
				displayOptions: {
					show: {
						event: ['messageStatusChanged'],
					},
					hide: {
						'/filters.from': [
							{
								_cnd: {
									exists: true,
								},
							},
						],
						'/filters.purpose': [
							{
								_cnd: {
									exists: true,
								},
							},
						],
						'/filters.to': [
							{
								_cnd: {
									exists: true,
								},
							},
						],
					},
				},
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				displayOptions: {
					show: {
						event: ['messageReceived'],
					},
				},
				options: [
					{
						displayName: 'Join Quick Texts (Seconds)',
						name: 'burstSeconds',
						type: 'number',
						default: 5,
						typeOptions: {
							minValue: 1,
							maxValue: 60,
						},
						description:
							'How long to wait for the next text of the same person, so that "hi", "are you" and "open?" start one execution. Then <code>text</code> contains all texts, and <code>burst</code> lists them. The workflow starts when no text has come for this long',
					},
				],
			},
		],
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
