import { mergeFieldPattern } from '@textloom/shared/contract';
import { findAliased, toColumnKey } from './columnName.ts';

/** What a text can insert. */
export interface MergeContact {
  readonly phone: string;
  readonly first_name?: string | null | undefined;
  readonly last_name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly external_id?: string | null | undefined;
  readonly time_zone?: string | null | undefined;
  readonly attributes?: Readonly<Record<string, string>> | undefined;
}

interface Merged {
  readonly text: string;
  /** The first field that the contact does not have and that has no default. */
  readonly missing: string | undefined;
}

const fieldNames = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'external_id',
  'time_zone',
] as const satisfies readonly (keyof MergeContact)[];

/** Returns whether a text may contain merge fields, so that the contact is needed. */
export const mayHaveMergeFields = (text: string | undefined): boolean =>
  text?.includes('{{') ?? false;

/** Returns whether a text has braces that look like a merge field and are none. */
export const hasBrokenMergeField = (text: string): boolean =>
  /\{\{|\}\}/.test(
    text.replace(mergeFieldPattern, (field, name: string) => (name.trim() ? '' : field)),
  );

/**
 * Replaces the merge fields of a text with the values of a contact, or with their defaults. A value
 * stays as it is, even if it looks like a merge field.
 */
export function mergeFields(text: string, contact: MergeContact | undefined): Merged {
  let missing: string | undefined;
  const findValue = indexValues(contact);
  const merged = text.replace(mergeFieldPattern, (field, written: string, fallback?: string) => {
    const name = written.trim();
    if (name === '') return field;
    const value = findValue(name) ?? fallback?.trim();
    if (value === undefined) missing ??= name;
    return value ?? '';
  });
  return { text: merged, missing };
}

type Value = readonly [field: string, value: string];

/**
 * Returns a function that finds the first value that is not empty: by the exact name, then in any
 * case, and then by the title of the column that an import stores under the name. A text can have
 * hundreds of merge fields, so it converts the names of the contact at most once.
 */
function indexValues(contact: MergeContact | undefined): (name: string) => string | undefined {
  if (!contact) return () => undefined;
  const values: readonly (readonly [string, string | null | undefined])[] = [
    ...fieldNames.map((field) => [field, contact[field]] as const),
    ...Object.entries(contact.attributes ?? {}),
  ];
  const filled = values.flatMap(([field, value]): Value[] =>
    value?.trim() ? [[field, value]] : [],
  );
  const exact = indexBy(filled, (field) => field);
  let folded: ReadonlyMap<string, string> | undefined;
  let keyed: ReadonlyMap<string, string> | undefined;
  return (name) => {
    const value = exact.get(name) ?? (folded ??= indexBy(filled, fold)).get(fold(name));
    if (value !== undefined) return value;
    const key = toColumnKey(name);
    const aliased = findAliased(key);
    keyed ??= indexBy(filled, toColumnKey);
    return keyed.get(key) ?? (aliased === undefined ? undefined : exact.get(aliased));
  };
}

/** Maps converted names to their first values. */
const indexBy = (
  values: readonly Value[],
  convert: (field: string) => string,
): ReadonlyMap<string, string> =>
  // A map keeps the last value of a name.
  new Map(values.toReversed().map(([field, value]) => [convert(field), value]));

const fold = (name: string): string => name.trim().normalize('NFC').toLowerCase();
