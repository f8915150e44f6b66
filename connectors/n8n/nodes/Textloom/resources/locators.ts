import { fromList, locator, written } from '../../../lib/fields/locator.ts';

/** Lets users choose a number of the account, or enter any number or name. */
export const senderLocator = {
	...locator(
		fromList('searchSenders', 'number'),
		written('By Number', 'sender', '+12025550100 or ACME'),
	),
	hint: 'If empty, your default number',
};

export const contactLocator = {
	...locator(
		fromList('searchContacts', 'contact'),
		written('By Phone', 'phone', '+12025550123'),
		written('By ID', 'id', 'con_01JZ3K8QW5T4V9XH2M6N7P8R0S'),
	),
	displayName: 'Contact',
	description:
		'The contact, which you can search by phone number, email, external ID, or a part of a name',
};

export const listLocator = {
	...locator(
		fromList('searchLists', 'list'),
		written('By Name', 'name', 'Newsletter'),
		written('By ID', 'id', 'lst_01JZ3K8QW5T4V9XH2M6N7P8R0S'),
	),
	displayName: 'List',
	description: 'The list of contacts',
};

export const numberLocator = {
	...locator(
		fromList('searchNumbers', 'number'),
		written('By ID', 'id', 'num_01JZ3K8QW5T4V9XH2M6N7P8R0S'),
	),
	displayName: 'Number',
	description: 'A number of the account',
};

export const availableNumberLocator = {
	...locator(
		fromList('searchAvailableNumbers', 'number'),
		written('By Number', 'sender', '+12025550123 or ACME'),
	),
	description:
		"Number, short code or name to provision; the list contains numbers in the account's country, and you can search it by consecutive digits",
};

export const registrationLocator = {
	...locator(
		fromList('searchRegistrations', 'registration'),
		written('By ID', 'id', 'reg_01JZ3K8QW5T4V9XH2M6N7P8R0S'),
	),
	displayName: 'Registration',
	description: 'The registration of a brand and its campaign',
};

export const webhookLocator = {
	...locator(
		fromList('searchWebhooks', 'webhook'),
		written('By ID', 'id', 'whk_01JZ3K8QW5T4V9XH2M6N7P8R0S'),
	),
	displayName: 'Webhook',
	description: 'A webhook that receives events, such as that of a Textloom Trigger',
};

export const broadcastLocator = {
	...locator(
		fromList('searchBroadcasts', 'broadcast'),
		written('By ID', 'id', 'brd_01JZ3K8QW5T4V9XH2M6N7P8R0S'),
	),
	displayName: 'Broadcast',
	description: 'One text to many contacts',
};

export const conversationLocator = {
	...locator(
		fromList('searchConversations', 'conversation'),
		written('By Phone', 'phone', '+12025550123'),
		written('By ID', 'id', 'cnv_5f0c2a9e41d84b7ba3f6c1d20e97b854'),
	),
	displayName: 'Conversation',
	description:
		'The messages between one of your numbers and one phone number; an incoming text has its ID in conversation_id',
};
