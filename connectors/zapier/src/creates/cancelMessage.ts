import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { sampleOutput } from '../fields/toOutput.ts';
import { messageFields } from '../fields/results.ts';
import { callOperation } from '../connection/callOperation.ts';

const { cancel } = contract.message;
const fields = inputFields(cancel.input, {
  id: {
    label: 'Message',
    dynamic: 'scheduled_message_list.id.label',
    search: 'find_message.id',
    placeholder: undefined,
    helpText: 'Choose the message, or map its ID from the step that scheduled it.',
  },
});

export const cancelMessage = defineCreate({
  key: 'cancel_message',
  noun: 'Message',
  display: { label: 'Cancel Scheduled Message', description: `${cancel.description}.` },
  operation: {
    inputFields: fields,
    outputFields: messageFields,
    sample: sampleOutput(cancel.output, {
      status: 'canceled',
      sequence: 2,
      send_at: '2026-02-01T15:00:00.000Z',
      expires_at: '2026-02-02T15:00:00.000Z',
      final_at: '2026-01-31T10:12:00.000Z',
    }),
    perform: callOperation(cancel, fields, (client, input) => client.message.cancel(input)),
  },
});
