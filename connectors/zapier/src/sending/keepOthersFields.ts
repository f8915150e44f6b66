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
  const { text, merge_fields: insertsAll } = message;
  // A text without braces is the same for an older service, which does not know the option.
  if (insertsAll === true || !text?.includes('{{')) return { ...message, merge_fields: undefined };
  const typed = listTemplates(inputDataRaw, 'messages', 'text').join('\n');
  const plan = planMergeFields(typed.replace(mappedPattern, ''), text);
  return { ...message, text: plan.text, merge_fields: plan.merge_fields ? undefined : false };
}
