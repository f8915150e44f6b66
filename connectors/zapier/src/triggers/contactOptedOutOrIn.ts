import { defineTrigger } from 'zapier-platform-core';
import { eventChoice } from '../hooks/eventChoice.ts';
import { hook } from '../hooks/hook.ts';

export const contactOptedOutOrIn = defineTrigger({
  key: 'contact_opted_out_or_in',
  noun: 'Contact',
  display: {
    label: 'Contact Opted Out or In',
    description:
      'Triggers when a contact opts out of messages, confirms with YES, or opts in again.',
  },
  operation: hook({
    kind: 'contact',
    ...eventChoice({
      key: 'changes',
      labels: { 'contact.opted_out': 'Opted Out', 'contact.opted_in': 'Opted In' },
    }),
    addedFields: { change: { type: 'string', title: 'Change', examples: ['opted_out'] } },
    // After an opt-out of one number, the status of the contact stays the same.
    added: ({ type }) => ({ change: type.replace('contact.', '') }),
    shown: [
      'phone',
      'status',
      'opted_out_numbers',
      'previous_status',
      'first_name',
      'last_name',
      'email',
      'external_id',
      'attributes',
      'lists',
      'created_at',
      'updated_at',
    ],
    example: {
      status: 'opted_out',
      previous_status: 'subscribed',
      updated_at: '2026-02-03T16:45:12.000Z',
      timestamp: '2026-02-03T16:45:12.000Z',
    },
  }),
});
