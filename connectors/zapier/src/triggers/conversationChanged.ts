import { defineTrigger } from 'zapier-platform-core';
import { eventChoice } from '../hooks/eventChoice.ts';
import { hook } from '../hooks/hook.ts';

export const conversationChanged = defineTrigger({
  key: 'conversation_opened_or_closed',
  noun: 'Conversation',
  display: {
    label: 'Conversation Opened or Closed',
    description: 'Triggers when a conversation starts, is closed or is reopened.',
  },
  operation: hook({
    kind: 'conversation',
    ...eventChoice({
      key: 'changes',
      labels: { 'conversation.opened': 'Opened', 'conversation.closed': 'Closed' },
    }),
    shown: [
      'status',
      'phone',
      'number',
      'contact',
      'unread',
      'last_message',
      'created_at',
      'updated_at',
      'closed_at',
    ],
    example: {},
  }),
});
