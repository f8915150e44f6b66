import type { Bundle } from 'zapier-platform-core';
import { planMergeFields } from '@textloom/shared/connector/planMergeFields';
import { listTemplates, readTyped } from '../connection/templates.ts';

interface Written {
  readonly text?: string | undefined;
  readonly merge_fields?: boolean | undefined;
}

/**
 * Lets the service replace only the merge fields that the author of the Zap typed, unless the author
 * wants all of them.
 */
export function keepOthersFields<M extends Written>(
  message: M,
  { inputDataRaw = {} }: Partial<Bundle>,
): M {
  const { text } = message;
  if (text === undefined) return message;
  const typed = listTemplates(inputDataRaw, 'messages', 'text').join('\n');
  const plan = planMergeFields({ ...message, text }, readTyped(typed));
  return { ...message, ...plan };
}
