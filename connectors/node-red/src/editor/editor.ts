import type { editorAccount, EditorNode } from './editorNodes.ts';
import type { Default, EditorRED, Instance, JQuery } from './host.ts';

declare const RED: EditorRED;
declare const $: JQuery;
/** The bundle replaces these names with the data. */
declare const TEXTLOOM_NODES: readonly EditorNode[];
declare const TEXTLOOM_ACCOUNT: typeof editorAccount;

const accountType = 'textloom-account';

RED.nodes.registerType(accountType, {
  category: 'config',
  defaults: {
    name: { value: '' },
    ...Object.fromEntries(
      TEXTLOOM_ACCOUNT.filter(({ isSecret }) => !isSecret).map(({ name, value, isRequired }) => [
        name,
        { value, required: isRequired },
      ]),
    ),
  },
  credentials: Object.fromEntries(
    TEXTLOOM_ACCOUNT.filter(({ isSecret }) => isSecret).map(({ name }) => [
      name,
      { type: 'password' as const },
    ]),
  ),
  label(this: Instance) {
    return this.name || this.base_url || accountType;
  },
});

for (const { type, inputs, outputs, fields } of TEXTLOOM_NODES) {
  RED.nodes.registerType(type, {
    category: 'textloom',
    color: '#C7D2FE',
    icon: 'textloom.svg',
    inputs,
    outputs,
    defaults: {
      name: { value: '' },
      account: { value: '', type: accountType, required: true },
      ...Object.fromEntries(fields.flatMap(defaultsOf)),
    },
    paletteLabel(this: Instance) {
      return this._(`${type}.label`);
    },
    label(this: Instance) {
      return this.name || this._(`${type}.label`);
    },
    labelStyle(this: Instance) {
      return this.name ? 'node_label_italic' : '';
    },
    outputLabels(this: Instance, index: number) {
      return this._(`${type}.outputs.${index}`);
    },
    oneditprepare(this: Instance) {
      for (const field of fields) showField(this, type, field);
      const operation = $('#node-input-operation');
      operation.on('change', () => {
        const chosen = operation.typedInput('value');
        $('[data-operation]').hide();
        $(`[data-operation="${chosen}"]`).show();
      });
    },
  });
}

type EditorField = EditorNode['fields'][number];

function defaultsOf({
  name,
  value,
  valueType,
  isRequired,
}: EditorField): (readonly [string, Default])[] {
  const typeField = `${name}Type`;
  const validate = RED.validators.typedInput({ typeField, allowBlank: !isRequired });
  return [
    [name, { value, required: isRequired, validate }],
    [typeField, { value: valueType }],
  ];
}

/** Turns an input into one whose value can come from different sources. */
function showField(node: Instance, type: string, { name, choices, types, ...field }: EditorField) {
  const options = choices.map(({ value, key }) => ({
    value,
    label: node._(`${type}.choices.${name}.${key}`),
  }));
  const choice = {
    value: 'choice',
    label: node._('common.choice'),
    icon: 'fa fa-list',
    multiple: field.isMultiple,
    // Without it, the editor chooses the first option for an empty field.
    options: field.value === '' ? [{ value: '', label: '' }, ...options] : options,
  };
  $(`#node-input-${name}`).typedInput({
    default: field.valueType,
    types: types.map((one) => (one === 'choice' ? choice : one)),
    typeField: `#node-input-${name}Type`,
  });
}
