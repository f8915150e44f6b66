import { defineTrigger } from 'zapier-platform-core';
import { eventChoice } from '../hooks/eventChoice.ts';
import { hook } from '../hooks/hook.ts';

export const verificationEnded = defineTrigger({
  key: 'verification_ended',
  noun: 'Verification',
  display: {
    label: 'Verification Approved or Failed',
    description:
      'Triggers when a person enters the right code, or when a verification fails or expires.',
  },
  operation: hook({
    kind: 'verification',
    ...eventChoice({
      key: 'changes',
      labels: { 'verification.approved': 'Approved', 'verification.failed': 'Failed or Expired' },
    }),
    shown: ['status', 'to', 'country', 'attempts_left', 'created_at', 'expires_at', 'approved_at'],
    example: {
      status: 'approved',
      approved_at: '2026-01-31T09:31:12.000Z',
      timestamp: '2026-01-31T09:31:12.000Z',
    },
  }),
});
