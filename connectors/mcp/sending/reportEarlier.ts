import type { Message } from '@textloom/shared/contract';
import { refusal } from '../errors.ts';
import { presentMessage } from '../output/present.ts';
import type { ToolResult } from '../tools/tool.ts';
import { alreadySent, isSame, sentDifferently, type Preview } from './earlier.ts';
import type { NewText } from './sendOnce.ts';

/** Returns the message of an earlier call as the outcome of a call, unless they differ. */
export const reportEarlier = (
  message: NewText,
  preview: Preview,
  earlier: Message | undefined,
): ToolResult =>
  earlier && isSame(message, preview, earlier)
    ? { data: { message: presentMessage(earlier), already_sent: alreadySent(earlier) } }
    : { result: refusal(sentDifferently) };
