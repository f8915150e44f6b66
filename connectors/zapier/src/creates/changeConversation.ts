import { defineCreate } from 'zapier-platform-core';
import { contract, schema } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { conversationResult } from '../fields/results.ts';
import { conversationField } from '../fields/sharedFields.ts';
import { callOperation } from '../connection/callOperation.ts';

const { update } = contract.conversation;
const form = schema({ ...update.input, required: ['id', 'status'] });
const fields = inputFields(form, {
  id: conversationField,
  status: { helpText: 'Whether to close or reopen it. A new text reopens a closed conversation.' },
});

export const changeConversation = defineCreate({
  key: 'change_conversation',
  noun: 'Conversation',
  display: {
    label: 'Close or Reopen Conversation',
    description: 'Closes or reopens a conversation.',
  },
  operation: {
    inputFields: fields,
    ...conversationResult,
    perform: callOperation({ ...update, input: form }, fields, (client, input) =>
      client.conversation.update(input),
    ),
  },
});
