import { contactKey, limitCreation, listInput, pageOf, phoneInput, timestamp } from './fields.ts';
import { operation } from './operation.ts';
import { record, schema, type Infer } from './schema.ts';

const action = schema({
  type: 'string',
  title: 'Action',
  description: 'What the person agreed to or refused',
  enum: ['opted_in', 'opted_out', 'confirmation_requested'],
  examples: ['opted_out'],
});

export const consentSchema = record({
  title: 'Consent Record',
  description:
    'One entry of the consent ledger; nobody can change it, and only the erasure of the person deletes it',
  properties: {
    id: { type: 'string', title: 'ID', examples: ['cns_01JZ3K8QW5T4V9XH2M6N7P8R0S'] },
    phone: {
      type: 'string',
      description: 'Phone number of the person',
      examples: ['+12025550123'],
    },
    contact_id: {
      type: 'string',
      title: 'Contact ID',
      description: 'ID of the contact at that time',
      nullable: true,
      examples: ['con_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
    },
    action,
    method: {
      type: 'string',
      description: 'How the consent or opt-out was given',
      enum: ['text', 'review', 'api', 'import', 'carrier'],
      labels: { api: 'API' },
      examples: ['text'],
    },
    number: {
      type: 'string',
      description: 'Your number that it applies to; null if it applies to all your numbers',
      nullable: true,
      examples: [null],
    },
    words: {
      type: 'string',
      description: 'Text that the person sent',
      nullable: true,
      examples: ['Please stop texting me'],
    },
    rule: {
      type: 'string',
      description: 'Name of the rule that recognized the text',
      nullable: true,
      examples: ['phrase'],
    },
    source: {
      type: 'string',
      description: 'Where the person agreed, as you recorded it',
      nullable: true,
      examples: [null],
    },
    message_id: {
      type: 'string',
      title: 'Message ID',
      description: 'ID of the received or sent message',
      nullable: true,
      examples: ['msg_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
    },
    key_id: {
      type: 'string',
      title: 'Key ID',
      description: 'ID of the API key that recorded it',
      nullable: true,
      examples: [null],
    },
    occurred_at: {
      ...timestamp,
      description: 'When the person agreed or refused',
    },
    created_at: { ...timestamp, description: 'When the service recorded it' },
  },
});
export type ConsentRecord = Infer<typeof consentSchema>;

export const consent = {
  list: operation({
    method: 'GET',
    path: '/consents',
    summary: 'Get many consent records',
    description:
      'Lists who agreed or refused to be texted, when, and with what words, newest first',
    scope: 'read',
    input: listInput({
      phone: { ...phoneInput, description: 'Only records of this phone number' },
      contact_id: { ...contactKey, description: 'Only records of this contact' },
      action: { ...action, description: 'Only records of this action' },
      ...limitCreation('Only records created'),
    }),
    output: pageOf(consentSchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
};
