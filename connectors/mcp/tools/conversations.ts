import { contract } from '@textloom/shared/contract';
import { presentConversation, presentListed, presentPage } from '../output/present.ts';
import { defineTool, type Tool } from './tool.ts';

const { list, messages } = contract.conversation;

/** The tools that find and read conversations. */
export const conversationTools: readonly Tool[] = [
  defineTool({
    name: 'list_conversations',
    hints: 'reads texts',
    operation: list,
    inputs: ['status', 'unread', 'phone', 'search', 'limit', 'cursor'],
    run: async ({ client, signal }, input) => ({
      data: presentPage(
        'conversations',
        await client.conversation.list(input, { signal }),
        presentConversation,
      ),
    }),
  }),
  defineTool({
    name: 'read_conversation',
    hints: 'reads texts',
    operation: messages,
    inputs: ['id', 'limit', 'cursor'],
    run: async ({ client, signal }, input) => ({
      data: presentPage(
        'messages',
        await client.conversation.messages(input, { signal }),
        presentListed,
      ),
    }),
  }),
];
