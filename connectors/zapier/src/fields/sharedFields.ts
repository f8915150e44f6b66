import { limits } from '@textloom/shared/contract';
import { deduplicationKeyFields } from '@textloom/shared/connector/deduplicate';
import { advanced } from './fields.ts';

/** Describes the field that identifies the reason for a message or a broadcast. */
const map = 'Map the ID of the record that starts the Zap';
const replay = 'Zapier replays the run';
export const deduplicationKeys = {
  message: deduplicationKeyFields({ map, repeats: `${replay} or you test this step again` })
    .message,
  broadcast: deduplicationKeyFields({ map, repeats: replay }).broadcast,
};

/** Describes the field to choose a contact. */
export const contactField = {
  label: 'Contact',
  dynamic: 'contact_list.id.label',
  search: 'find_contact.id',
  placeholder: undefined,
  helpText: 'Choose the contact, or map its ID or its phone number.',
} as const;

/** Describes the field to choose a list. */
export const listChoice = {
  label: 'List',
  dynamic: 'list_list.id.label',
  search: 'find_list.id',
  placeholder: undefined,
} as const;
export const listField = {
  ...listChoice,
  helpText: 'Choose the list, or map its ID or its name.',
} as const;

/** Describes the field to choose several lists. Follows what the step does with them. */
export const explainLists = (effect: string) =>
  ({
    ...listChoice,
    label: 'Lists',
    helpText: `${effect} Choose lists, or map their IDs or names.`,
  }) as const;

/** Describes the field to choose a number or a name of the account. */
export const senderField = { dynamic: 'sender_list.number.label', placeholder: undefined } as const;

/** Describes the field for the new time of a message. */
export const newTimeField = {
  helpText: `When to send, up to ${limits.sendAheadDays} days ahead. A time without a zone, such as \`tomorrow 9am\`, uses the time zone of your Zapier account.`,
} as const;

/** Describes the field for the time to send. */
export const sendAtField = {
  helpText: `${newTimeField.helpText} If empty, immediately.`,
} as const;

/** Describes the field that inserts the merge fields of other steps. */
export const mergeFieldsField = {
  label: 'Insert Contact Fields',
  helpText:
    'Whether to replace merge fields such as `{{first_name}}` that come from other steps with values of the contact. Merge fields that you type into the text are always replaced. If Zapier empties one of them, the step stops. If empty, `False`.',
  group: advanced.key,
} as const;

/** Describes the field to choose a conversation. */
export const conversationField = {
  label: 'Conversation',
  dynamic: 'conversation_list.id.label',
  search: 'find_conversation.id',
  placeholder: undefined,
  helpText:
    'Choose the conversation, or map its ID, which New Incoming SMS returns as Conversation ID.',
} as const;

/** Describes the field to choose a broadcast. */
export const broadcastField = {
  label: 'Broadcast',
  dynamic: 'broadcast_list.id.label',
  search: 'find_broadcast.id',
  placeholder: undefined,
  helpText: 'Choose the broadcast, or map its ID.',
} as const;
