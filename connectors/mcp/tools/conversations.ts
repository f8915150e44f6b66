import { contract } from '@textloom/shared/contract';
import { refusal } from '../errors.ts';
import { presentConversation, presentListed } from '../output/present.ts';
import { readPage } from '../output/readPage.ts';
import { isAllowed } from '../sending/isAllowed.ts';
import { variables } from '../settings.ts';
import { defineTool, type Tool } from './tool.ts';

const { list, messages, read } = contract.conversation;

const notAllowed = refusal(
  `This conversation is with a number that is not on the list of the operator (${variables.allowedRecipients}),`,
  'so it stays unread. Tell the user.',
);

export const noConversation =
  'There is no such conversation in this account. Call list_conversations with "phone" to find it.';

/** The tools that find and read conversations, and mark them as read. */
export const conversationTools: readonly Tool[] = [
  defineTool({
    name: 'list_conversations',
    hints: 'reads texts',
    operation: list,
    inputs: ['status', 'unread', 'phone', 'search', 'limit', 'cursor'],
    run: async ({ client, signal }, input) => ({
      data: await readPage(
        'conversations',
        input,
        (asked) => client.conversation.list(asked, { signal }),
        presentConversation,
      ),
    }),
  }),
  defineTool({
    name: 'read_conversation',
    hints: 'reads texts',
    operation: messages,
    inputs: ['id', 'limit', 'cursor'],
    missing: noConversation,
    run: async ({ client, signal }, input) => ({
      data: await readPage(
        'messages',
        input,
        (asked) => client.conversation.messages(asked, { signal }),
        presentListed,
      ),
    }),
  }),
  defineTool({
    name: 'mark_conversation_read',
    hints: 'changes',
    operation: read,
    note: 'A reply does not.',
    inputs: ['id', 'last_message_id'],
    // A text that arrived since the agent read the others must stay unread.
    required: ['id', 'last_message_id'],
    own: {
      last_message_id: {
        type: 'string',
        description: 'ID of the newest message you handled',
      },
    },
    async run({ client, settings, signal }, input) {
      const { allowedRecipients: allowed } = settings;
      // A text from outside could talk the agent into hiding all conversations from the team.
      if (
        allowed &&
        !isAllowed(allowed, (await client.conversation.get({ id: input.id }, { signal })).phone)
      )
        return { result: notAllowed };
      const conversation = await client.conversation.read(input, { signal });
      return { data: { conversation: presentConversation(conversation) } };
    },
  }),
];
