import { limits, schema } from '@textloom/shared/contract';

/** How a step asks what a message is about. */
export const deduplicationKey = schema({
  type: 'string',
  title: 'Deduplication Key',
  description:
    'Map the ID of the record that starts the Zap. ' +
    `With the same key, a recipient gets only one message within ${limits.idempotencyHours} hours, even if Zapier replays the run or you test this step again`,
});

/** How a step asks which contact it is about. */
export const contactField = {
  label: 'Contact',
  dynamic: 'contact_list.id.label',
  search: 'find_contact.id',
  placeholder: undefined,
  helpText: 'Choose the contact, or map its ID or its phone number.',
} as const;

/** How a step asks which list it is about. */
export const listField = {
  label: 'List',
  dynamic: 'list_list.id.label',
  search: 'find_list.id',
  placeholder: undefined,
  helpText: 'Choose the list, or map its ID.',
} as const;

/** How a step asks which number or name of the account it is about. */
export const senderField = { dynamic: 'sender_list.number.label', placeholder: undefined } as const;

/** How a step asks when to send. */
export const sendAtField = {
  helpText:
    'When to send, up to 35 days ahead. If empty, immediately. A time without a zone, such as `tomorrow 9am`, uses the time zone of your Zapier account.',
} as const;
