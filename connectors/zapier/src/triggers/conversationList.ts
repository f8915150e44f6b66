import { conversationLabel } from '@textloom/shared/connector/labels';
import { dropdown } from '../fields/dropdown.ts';

export const conversationList = dropdown({
  key: 'conversation_list',
  noun: 'Conversation',
  label: 'List Conversations',
  asksFor: 'the conversations of the account',
  page: (client, query) => client.conversation.list(query),
  toOption: (conversation) => ({ id: conversation.id, label: conversationLabel(conversation) }),
});
