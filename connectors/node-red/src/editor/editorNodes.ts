import { accountForm } from '../forms/account.ts';
import { forms } from '../forms/forms.ts';
import { choiceKey } from '../locales/catalog.ts';

/** Where an action can read a value from, in addition to the form. */
const fromMessage = ['msg', 'flow', 'global', 'env', 'jsonata'] as const;
/** There is no message when a trigger starts. */
const fromEnvironment = ['env'] as const;

/** The data for the code in the editor, so that the contract itself stays out of the page. */
export const editorNodes = forms.map(({ type, hasInput, outputs, fields }) => ({
  type,
  inputs: hasInput ? (1 as const) : (0 as const),
  outputs: outputs.length,
  fields: fields.map(({ name, kind, choices, isMultiple, isList, ...field }) => ({
    name,
    value: field.value,
    valueType: field.valueType,
    isRequired: field.required,
    isMultiple,
    choices: choices.map(({ value }) => ({ value, key: choiceKey(value) })),
    types: [
      kind,
      ...(isList && kind === 'str' ? ['json'] : []),
      // The form itself depends on the operation.
      ...(name === 'operation' ? [] : hasInput ? fromMessage : fromEnvironment),
    ],
  })),
}));
export type EditorNode = (typeof editorNodes)[number];

export const editorAccount = accountForm.fields.map(({ name, value, isRequired, isSecret }) => ({
  name,
  value,
  isRequired,
  isSecret,
}));
