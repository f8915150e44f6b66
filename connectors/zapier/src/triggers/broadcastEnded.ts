import { defineTrigger } from 'zapier-platform-core';
import { eventChoice } from '../hooks/eventChoice.ts';
import { hook } from '../hooks/hook.ts';

export const broadcastEnded = defineTrigger({
  key: 'broadcast_ended',
  noun: 'Broadcast',
  display: {
    label: 'Broadcast Completed or Stopped',
    description:
      'Triggers when a broadcast completes, the service stops it, or somebody cancels it.',
  },
  operation: hook({
    kind: 'broadcast',
    ...eventChoice({
      key: 'changes',
      labels: {
        'broadcast.completed': 'Completed',
        'broadcast.stopped': 'Stopped by the Service',
        'broadcast.canceled': 'Canceled',
      },
    }),
    shown: [
      'name',
      'status',
      'stopped_reason',
      'progress',
      'counts',
      'from',
      'text',
      'created_at',
      'started_at',
      'completed_at',
    ],
    example: {
      status: 'completed',
      progress: 100,
      started_at: '2026-01-31T09:30:00.000Z',
      completed_at: '2026-01-31T10:04:12.000Z',
      timestamp: '2026-01-31T10:04:12.000Z',
    },
  }),
});
