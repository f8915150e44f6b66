import { mergeFieldPattern } from '../contract/index.ts';

/**
 * Decides which merge fields of a text the service replaces: only those that the author of the
 * workflow typed. Otherwise, a text or a name that somebody else wrote could reveal what you store
 * about the recipient, or make the service refuse the message.
 *
 * @param typed the text as the author typed it, before the host inserted values
 */
export function planMergeFields(
  typed: string | undefined,
  text: string,
): { readonly text: string; readonly merge_fields: boolean } {
  const own = new Set(typed?.match(mergeFieldPattern));
  const isOwn = (field: string) => own.has(field);
  if (!text.match(mergeFieldPattern)?.some(isOwn)) return { text, merge_fields: false };
  return {
    text: text.replace(mergeFieldPattern, (field) =>
      isOwn(field) ? field : `{ ${field.slice(1)}`,
    ),
    merge_fields: true,
  };
}
