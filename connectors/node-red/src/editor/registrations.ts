import { accountForm } from '../forms/account.ts';
import type { Field } from '../forms/field.ts';
import type { Form } from '../forms/form.ts';
import { forms } from '../forms/forms.ts';
import { choiceKey } from '../locales/catalog.ts';
import { typeName } from '../nodes/readForm.ts';
import type { EditorField } from './host.ts';

/**
 * Returns the code that tells the editor about the nodes. It contains only literals, because Node-RED's
 * flow library reads it without running it.
 *
 * @param code the global name of the functions in `editor.ts`
 */
export const renderRegistrations = (code: string): string =>
  [accountRegistration(code), ...forms.map((form) => renderRegistration(form, code))].join('\n');

function accountRegistration(code: string): string {
  const open = accountForm.fields.filter(({ isSecret }) => !isSecret);
  const secret = accountForm.fields.filter(({ isSecret }) => isSecret);
  return `RED.nodes.registerType(${literal(accountForm.type)}, {
  category: 'config',
  defaults: {
    name: { value: '' },
${open.map(({ name, value, isRequired, pattern }) => `    ${name}: { value: ${literal(value)}, required: ${isRequired}, validate: ${code}.matches(${literal(pattern)}) },`).join('\n')}
  },
  credentials: {
${secret.map(({ name }) => `    ${name}: { type: 'password' },`).join('\n')}
  },
  paletteLabel: ${code}.paletteLabel('account'),
  label: ${code}.accountLabel,
});`;
}

function renderRegistration({ type, hasInput, outputs, fields }: Form, code: string): string {
  const shown = fields.map((field) => toEditorField(field, hasInput));
  return `RED.nodes.registerType(${literal(type)}, {
  category: 'textloom',
  color: '#C7D2FE',
  icon: 'textloom.svg',
  inputs: ${hasInput ? 1 : 0},
  outputs: ${outputs.length},
  defaults: {
    name: { value: '' },
    account: { value: '', type: ${literal(accountForm.type)}, required: true },
${fields.map((field) => renderDefaults(field, code)).join('\n')}
  },
  paletteLabel: ${code}.paletteLabel(${literal(type)}),
  label: ${code}.label(${literal(type)}),
  labelStyle: ${code}.labelStyle,
  outputLabels: ${code}.outputLabels(${literal(type)}),
  oneditprepare: ${code}.prepare(${literal(type)}, [
${shown.map((field) => `    ${literal(field)},`).join('\n')}
  ]),
});`;
}

function renderDefaults(field: Field, code: string): string {
  const { name, value, valueType, required } = field;
  const check = `${code}.validate(${literal(typeName(field))}, ${!required})`;
  return [
    `    ${name}: { value: ${literal(value)}, required: ${required}, validate: ${check} },`,
    `    ${typeName(field)}: { value: ${literal(valueType)} },`,
  ].join('\n');
}

/** Where an action can read a value from, in addition to the form. */
const fromMessage = ['msg', 'flow', 'global', 'env', 'jsonata'];
/** There is no message when a trigger starts. */
const fromEnvironment = ['env'];

const toEditorField = (
  { name, kind, value, valueType, choices, isMultiple, isList }: Field,
  hasInput: boolean,
): EditorField => ({
  name,
  valueType,
  types: [
    kind,
    ...(isList && kind === 'str' ? ['json'] : []),
    // The form itself depends on the operation.
    ...(name === 'operation' ? [] : hasInput ? fromMessage : fromEnvironment),
  ],
  choices: choices.map((choice) => ({ value: choice.value, key: choiceKey(choice.value) })),
  isMultiple,
  hasEmptyChoice: value === '' && !isMultiple,
});

const literal = (value: unknown): string => JSON.stringify(value);
