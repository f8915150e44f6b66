import { mergeFieldPattern } from '../contract/index.ts';

interface Written {
  readonly text: string;
  /** True if the author of the workflow wants all merge fields to be replaced. */
  readonly merge_fields?: boolean | undefined;
}

/**
 * Decides which merge fields of a text the service replaces: only those that the author of the
 * workflow typed, unless the author wants all of them. Otherwise, a text or a name that somebody
 * else wrote could reveal what you store about the recipient, or make the service refuse the
 * message. The request for a text without merge fields stays the same.
 *
 * @param typed the text as the author typed it, without what the host replaces by values
 */
export function planMergeFields(
  { text, merge_fields: mergesAll }: Written,
  typed: string | undefined,
): { readonly text: string; readonly merge_fields: false | undefined } {
  const fields = text.match(mergeFieldPattern);
  if (mergesAll === true || !fields) return { text, merge_fields: undefined };
  const own = new Set(typed?.match(mergeFieldPattern));
  const ownNames = new Set([...own].map(readFieldName));
  // The host can insert the default of a field that the author typed.
  const isOwn = (field: string) =>
    own.has(field) || (field.includes('|') && ownNames.has(readFieldName(field)));
  if (!fields.some(isOwn)) return { text, merge_fields: false };
  return {
    text: text.replace(mergeFieldPattern, (field) =>
      isOwn(field) ? field : `{ ${field.slice(1)}`,
    ),
    merge_fields: undefined,
  };
}

/** Returns the name of a merge field, without its default. */
export const readFieldName = (field: string): string => field.slice(2).split(/[|}]/, 1)[0]!.trim();
