import type { Message } from '@textloom/shared/contract';
import { refusal } from '../errors.ts';
import { presentMessage } from '../output/present.ts';
import type { Call, ToolResult } from '../tools/tool.ts';
import {
  alreadySent,
  findNewerText,
  isSame,
  sentBefore,
  sentDifferently,
  type Preview,
} from './earlier.ts';
import type { NewText } from './sendOnce.ts';

/** Returns the message of an earlier call as the outcome of a call, if it is what the call asks for. */
export async function reportEarlier(
  call: Call,
  message: NewText,
  preview: Preview,
  earlier: Message | undefined,
): Promise<ToolResult> {
  if (!earlier || !isSame(message, preview, earlier)) return { result: refusal(sentDifferently) };
  const hasLeft = earlier.sent_at !== null;
  const newer = hasLeft ? await findNewerText(call, earlier) : undefined;
  return newer
    ? { result: refusal(sentBefore(newer)) }
    : { data: { message: presentMessage(earlier), already_sent: alreadySent(earlier) } };
}
