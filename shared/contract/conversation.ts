import { contactSchema } from './contact.ts';
import {
  byId,
  contactKey,
  explainPages,
  idInput,
  listInput,
  pageOf,
  phoneInput,
  sender,
  timestamp,
} from './fields.ts';
import { limits } from './limits.ts';
import { mediaUrls } from './media.ts';
import { messageSchema, sendInput } from './message.ts';
import { operation } from './operation.ts';
import { record, schema, type Infer } from './schema.ts';

const sampleId = 'cnv_5f0c2a9e41d84b7ba3f6c1d20e97b854';
const id = {
  ...idInput('Conversation ID', sampleId),
  description: 'ID of the conversation',
} as const;

const status = schema({
  type: 'string',
  title: 'Status',
  description: 'A received message reopens a closed conversation',
  enum: ['open', 'closed'],
  examples: ['open'],
});

export const conversationSchema = record({
  title: 'Conversation',
  description:
    'The messages between one of your numbers and one phone number; it starts with the first text from the phone number, or when you open it',
  properties: {
    id: { type: 'string', title: 'ID', examples: [sampleId] },
    number: {
      type: 'string',
      description: 'Your number in the conversation',
      examples: ['+12025550100'],
    },
    phone: {
      type: 'string',
      description: 'The other number in the conversation, in E.164 form',
      examples: ['+12025550123'],
    },
    contact: {
      ...contactSchema,
      description: 'The contact who has the other number',
      nullable: true,
    },
    status,
    unread: {
      type: 'integer',
      description: 'Number of received messages that nobody has read',
      minimum: 0,
      examples: [1],
    },
    last_message: record({
      title: 'Last Message',
      description: 'The newest message, apart from broadcasts and automatic replies',
      nullable: true,
      properties: {
        id: messageSchema.properties.id,
        direction: messageSchema.properties.direction,
        status: messageSchema.properties.status,
        text: messageSchema.properties.text,
        text_erased_at: messageSchema.properties.text_erased_at,
        created_at: messageSchema.properties.created_at,
      },
    }),
    created_at: timestamp,
    updated_at: {
      ...timestamp,
      description: 'When the last message came or the status changed',
    },
    closed_at: { ...timestamp, nullable: true, examples: [null] },
  },
});
export type Conversation = Infer<typeof conversationSchema>;

export const conversation = {
  list: operation({
    method: 'GET',
    path: '/conversations',
    summary: 'Get many conversations',
    description: 'Lists conversations, the most recently updated first',
    scope: 'read',
    input: listInput({
      status: { ...status, description: 'Only conversations with this status' },
      unread: {
        type: 'boolean',
        description:
          'Whether to return only conversations with unread messages (true) or only those without (false)',
        examples: [true],
      },
      number: {
        ...sender,
        description: 'Only conversations with this number of the account',
      },
      phone: {
        ...phoneInput,
        description: 'Only conversations with this phone number',
      },
      contact_id: contactKey,
      search: {
        type: 'string',
        description: `Only conversations whose phone number, contact name or last message contains this text; ${explainPages(limits.searchedConversations)}`,
        minLength: 1,
        maxLength: 100,
        examples: ['Ada'],
      },
      updated_after: {
        ...timestamp,
        description:
          'Only conversations updated at or after this time; one that changes while you read the pages moves to the front, so read again from the time of the first page',
      },
      updated_before: {
        ...timestamp,
        description: 'Only conversations updated before this time',
      },
    }),
    output: pageOf(conversationSchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
  open: operation({
    method: 'POST',
    path: '/conversations',
    summary: 'Open conversation',
    description:
      'Starts the conversation between one of your numbers and a phone number, or opens and returns the one that exists',
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        phone: { ...phoneInput, description: 'The other phone number' },
        contact_id: { ...contactKey, description: 'ID of the contact, instead of a phone number' },
        number: {
          ...sender,
          description: "Your number in the conversation; the account's default number if empty",
        },
      },
      exactlyOne: ['phone', 'contact_id'],
    },
    output: conversationSchema,
    status: [201, 200],
    notAudited: 'the inbox shows conversations and their messages',
    errors: ['sender_not_owned'],
  }),
  get: operation({
    method: 'GET',
    path: '/conversations/{id}',
    summary: 'Get conversation',
    description: 'Gets one conversation, its contact and its last message',
    scope: 'read',
    input: byId(id),
    output: conversationSchema,
    status: 200,
    errors: ['not_found'],
  }),
  update: operation({
    method: 'PATCH',
    path: '/conversations/{id}',
    summary: 'Update conversation',
    description: 'Closes or reopens a conversation',
    scope: 'send',
    input: { type: 'object', properties: { id, status }, required: ['id'] },
    output: conversationSchema,
    status: 200,
    notAudited: 'the inbox shows conversations and their messages',
    errors: ['not_found'],
  }),
  read: operation({
    method: 'POST',
    path: '/conversations/{id}/read',
    summary: 'Mark conversation as read',
    description: 'Marks the received messages of a conversation as read',
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        id,
        last_message_id: {
          type: 'string',
          title: 'Last Message ID',
          description: 'ID of the last message that was read; the newest message if empty',
          maxLength: 64,
          examples: ['msg_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
        },
      },
      required: ['id'],
    },
    output: conversationSchema,
    status: 200,
    notAudited: 'the inbox shows conversations and their messages',
    errors: ['not_found'],
  }),
  messages: operation({
    method: 'GET',
    path: '/conversations/{id}/messages',
    summary: 'Get messages of conversation',
    description: 'Lists the sent and received messages of a conversation, newest first',
    scope: 'read',
    input: { ...listInput({ id }), required: ['id'] },
    output: pageOf(messageSchema),
    status: 200,
    errors: ['not_found', 'invalid_cursor'],
  }),
  reply: operation({
    method: 'POST',
    path: '/conversations/{id}/messages',
    summary: 'Reply in conversation',
    description: 'Sends a message to the other number of a conversation, from your number in it',
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        id,
        text: sendInput.properties.text,
        merge_fields: sendInput.properties.merge_fields,
        media_urls: mediaUrls,
        smart_encoding: sendInput.properties.smart_encoding,
        reference: sendInput.properties.reference,
        metadata: sendInput.properties.metadata,
      },
      required: ['id'],
      atLeastOne: ['text', 'media_urls'],
    },
    output: messageSchema,
    status: 202,
    notAudited: 'the list of messages shows each one',
    errors: [
      'not_found',
      'recipient_opted_out',
      'sender_not_owned',
      'no_route',
      'media_not_supported',
      'recipient_not_allowed',
      'daily_limit_reached',
    ],
  }),
};
