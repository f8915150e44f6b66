import { contract } from '@textloom/shared/contract';
import { refuse } from '../errors/serviceError.ts';
import { mergeFields, mayHaveMergeFields, type MergeContact } from './mergeFields.ts';

const { maxLength } = contract.message.send.input.properties.text;

/** Whether a text has a character that a person can see. */
const isVisible = (text: string): boolean =>
  /[^\p{White_Space}\p{Control}\p{Default_Ignorable_Code_Point}]/u.test(text);

/** Returns the text for a contact. Refuses a text that cannot be sent like this. */
export function mergeText(
  {
    text: written,
    merge_fields: isMerged,
    media_urls,
  }: {
    readonly text?: string;
    readonly merge_fields: boolean;
    readonly media_urls?: readonly string[];
  },
  contact: MergeContact | undefined,
): string {
  if (written === undefined) return '';
  // Files of Windows programs begin with this mark, and macOS separates accents from letters. Both
  // would need the more expensive UCS-2.
  const text = written.replace(/^\ufeff/, '').normalize('NFC');
  if (!isMerged || !mayHaveMergeFields(text)) {
    if (!isVisible(text) && !media_urls)
      refuse('/text', 'invalid_format', 'must not be blank, unless you send media');
    return text;
  }
  const { text: filled, missing } = mergeFields(text, contact);
  const merged = filled.normalize('NFC');
  if (missing !== undefined)
    refuse(
      '/text',
      'missing_merge_field',
      `uses {{${missing}}}, but the recipient has no value for it; add a default such as {{${missing}|…}}`,
    );
  if (!isVisible(merged) && !media_urls)
    refuse('/text', 'missing_merge_field', 'is blank for this contact; add a default or more text');
  // Checked before the text is encoded, because values can make a text a hundred times as long.
  if (merged.length > maxLength && Array.from(merged).length > maxLength)
    refuse(
      '/text',
      'too_many_segments',
      `has more than ${maxLength} characters with the values of this contact`,
    );
  return merged;
}
