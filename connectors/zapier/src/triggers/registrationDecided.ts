import { defineTrigger } from 'zapier-platform-core';
import { eventChoice } from '../hooks/eventChoice.ts';
import { hook } from '../hooks/hook.ts';

export const registrationDecided = defineTrigger({
  key: 'registration_decided',
  noun: 'Registration',
  display: {
    label: 'Registration Decided',
    description: 'Triggers when the registry approves or rejects a brand and its campaign.',
  },
  operation: hook({
    kind: 'registration',
    ...eventChoice({
      key: 'decisions',
      labels: { 'registration.approved': 'Approved', 'registration.rejected': 'Rejected' },
    }),
    shown: [
      'status',
      'rejections',
      'brand',
      'campaign',
      'number_ids',
      'submitted_at',
      'decision_by',
      'decided_at',
    ],
    example: {
      decision_by: '2026-02-07T09:30:00.000Z',
      decided_at: '2026-02-03T14:20:00.000Z',
      timestamp: '2026-02-03T14:20:00.000Z',
    },
  }),
});
