import type { EditorField, EditorRED, Instance, JQuery } from './host.ts';

declare const RED: EditorRED;
declare const $: JQuery;

/** Returns the label of an account on the canvas and in menus. */
export function accountLabel(this: Instance): string {
  return this.name || this.base_url || this._('account.label');
}

export const paletteLabel = (type: string) =>
  function (this: Instance): string {
    return this._(`${type}.label`);
  };

export const label = (type: string) =>
  function (this: Instance): string {
    return this.name || this._(`${type}.label`);
  };

export function labelStyle(this: Instance): string {
  return this.name ? 'node_label_italic' : '';
}

export const outputLabels = (type: string) =>
  function (this: Instance, index: number): string {
    return this._(`${type}.outputs.${index}`);
  };

/** Checks the value of a field in the way that its type requires. */
export const validate = (typeField: string, allowBlank: boolean): unknown =>
  RED.validators.typedInput({ typeField, allowBlank });

/** Checks the value of a property of the account. */
export const matches = (pattern: string): unknown => RED.validators.regex(new RegExp(pattern, 'i'));

/** Prepares the form of a node. The form of a contact depends on its operation. */
export const prepare = (type: string, fields: readonly EditorField[]) =>
  function (this: Instance): void {
    for (const field of fields) showField(this, type, field);
    const operation = $('#node-input-operation');
    operation.on('change', () => {
      const chosen = operation.typedInput('value');
      $('[data-operation]').hide();
      $(`[data-operation="${chosen}"]`).show();
    });
  };

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
    options: field.hasEmptyChoice ? [{ value: '', label: '' }, ...options] : options,
  };
  $(`#node-input-${name}`).typedInput({
    default: field.valueType,
    types: types.map((one) => (one === 'choice' ? choice : one)),
    typeField: `#node-input-${name}Type`,
  });
}
