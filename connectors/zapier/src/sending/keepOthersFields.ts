import type { Bundle } from 'zapier-platform-core';
import { planMergeFields } from '@textloom/shared/connector/planMergeFields';
import { listTemplates } from '../connection/requireValues.ts';

interface Written {
  readonly text?: string | undefined;
  readonly merge_fields?: boolean | undefined;
}

/** Matches what Zapier replaces by values of other steps, such as `{{42__text}}`. */
const mappedPattern = /\{\{(?:\d+__|=|zap_meta_)[^{}]*\}\}/g;

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
  const plan = planMergeFields({ ...message, text }, typed.replace(mappedPattern, ''));
  return { ...message, ...plan };
}
