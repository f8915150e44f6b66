import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { describeResult } from '../fields/toOutput.ts';
import { newTimeField } from '../fields/sharedFields.ts';
import { callOperation } from '../connection/callOperation.ts';

const { cancel, reschedule } = contract.message;

/** Describes the field to choose a message that waits for its time. */
const id = {
  label: 'Message',
  dynamic: 'scheduled_message_list.id.label',
  search: 'find_message.id',
  placeholder: undefined,
  helpText: 'Choose the message, or map its ID from the step that scheduled it.',
} as const;

const cancelFields = inputFields(cancel.input, { id });
const rescheduleFields = inputFields(reschedule.input, { id, send_at: newTimeField });

const times = {
  send_at: '2026-02-01T15:00:00.000Z',
  expires_at: '2026-02-02T15:00:00.000Z',
} as const;

export const cancelMessage = defineCreate({
  key: 'cancel_message',
  noun: 'Message',
  display: { label: 'Cancel Scheduled Message', description: `${cancel.description}.` },
  operation: {
    inputFields: cancelFields,
    ...describeResult(cancel.output, {
      status: 'canceled',
      sequence: 2,
      ...times,
      final_at: '2026-01-31T10:12:00.000Z',
    }),
    perform: callOperation(cancel, cancelFields, (client, input) => client.message.cancel(input)),
  },
});

export const rescheduleMessage = defineCreate({
  key: 'reschedule_message',
  noun: 'Message',
  display: { label: 'Reschedule Message', description: `${reschedule.description}.` },
  operation: {
    inputFields: rescheduleFields,
    ...describeResult(reschedule.output, { status: 'scheduled', ...times }),
    perform: callOperation(reschedule, rescheduleFields, (client, input) =>
      client.message.reschedule(input),
    ),
  },
});
