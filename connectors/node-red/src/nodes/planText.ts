import { planMergeFields } from '@textloom/shared/connector/planMergeFields';
import type { Values } from './readForm.ts';

/** The types of a text that the author of the flow typed. The other ones read what others wrote. */
const typed: readonly unknown[] = ['str', 'jsonata'];

/** Limits the merge fields of a text to those that the author of the flow typed. */
export function planText<T extends { readonly text?: string; readonly merge_fields?: boolean }>(
  input: T,
  { text: written, textType }: Values,
): T {
  const { text } = input;
  if (text === undefined) return input;
  const own = typeof written === 'string' && typed.includes(textType) ? written : undefined;
  return { ...input, ...planMergeFields({ ...input, text }, own) };
}
