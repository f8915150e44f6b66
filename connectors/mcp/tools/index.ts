import { accountTools } from './account.ts';
import { contactTools } from './contacts.ts';
import { conversationTools } from './conversations.ts';
import { messageTools } from './messages.ts';
import type { Tool } from './tool.ts';

/** Lists the tools in the order in which an agent reads them. */
export const tools: readonly Tool[] = [
  ...messageTools,
  ...conversationTools,
  ...contactTools,
  ...accountTools,
];
