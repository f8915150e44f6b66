import type { PlainInputField, ZObject } from 'zapier-platform-core';

/** Says in the help text of the first of these fields that the user fills in at least one of them. */
export const explainAnyField = (
  fields: readonly PlainInputField[],
  keys: readonly string[],
): PlainInputField[] =>
  fields.map((field) =>
    field.key === keys[0]
      ? { ...field, helpText: `${field.helpText} ${askForAny(fields, keys)}` }
      : field,
  );

/** Stops a step unless the user filled in at least one of the fields with these keys. */
export function requireAnyField<const K extends string>(
  z: ZObject,
  fields: readonly PlainInputField[],
  given: { readonly [key in K]?: unknown },
  keys: readonly K[],
): void {
  if (keys.some((key) => given[key] !== undefined)) return;
  throw new z.errors.Error(askForAny(fields, keys), 'validation_failed', 400);
}

/** Returns a sentence such as "Fill in Message, Reference, or Phone." */
function askForAny(fields: readonly PlainInputField[], keys: readonly string[]): string {
  const labels = keys.map((key) => fields.find((field) => field.key === key)?.label ?? key);
  // `Intl.ListFormat` would slow down every start of the app.
  const others = labels.slice(0, -1).join(', ') + (labels.length > 2 ? ',' : '');
  return `Fill in ${others} or ${labels.at(-1)}.`;
}
