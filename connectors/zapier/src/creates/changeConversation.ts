import { defineCreate } from 'zapier-platform-core';
import { contract, schema } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput } from '../fields/toOutput.ts';
import { conversationResult } from '../fields/results.ts';
import { conversationField } from '../fields/sharedFields.ts';
import { withClient } from '../connection/withClient.ts';

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
    perform: withClient(
      async (client, bundle) =>
        toOutput(update.output, await client.conversation.update(readInputData(form, bundle))),
      fields,
    ),
  },
});
