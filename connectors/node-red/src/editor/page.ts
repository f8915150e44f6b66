import { accountForm } from '../forms/account.ts';
import type { Field } from '../forms/field.ts';
import type { Form } from '../forms/form.ts';
import { forms } from '../forms/forms.ts';

/** Returns the file that the editor loads: the forms of the nodes, and the code for them. */
export const renderPage = (script: string): string =>
  [
    `<script type="text/javascript">\n${script.trim()}\n</script>`,
    template(accountForm.type, [
      row('config-input', 'name', 'common.name', 'tag'),
      ...accountForm.fields.map(({ name, placeholder, isSecret }) =>
        row('config-input', name, `account.${name}`, isSecret ? 'key' : 'globe', {
          type: isSecret ? 'password' : 'text',
          placeholder,
        }),
      ),
    ]),
    ...forms.map(renderForm),
  ].join('\n\n') + '\n';

function renderForm({ type, fields }: Form): string {
  const rows = (some: readonly Field[]) => some.map((field) => fieldRow(type, field));
  const extra = fields.filter(({ isExtra }) => isExtra);
  // Without it, the options would be empty for the other operations.
  const operation = extra.every((one) => one.operation === extra[0]!.operation)
    ? extra[0]?.operation
    : undefined;
  return template(type, [
    row('input', 'name', 'common.name', 'tag'),
    row('input', 'account', 'common.account', 'user'),
    ...rows(fields.filter(({ isExtra }) => !isExtra)),
    ...(extra.length > 0
      ? [
          `<details class="form-row"${shownFor(operation)}>`,
          '<summary data-i18n="common.more" style="cursor: pointer; margin-bottom: 12px"></summary>',
          ...rows(extra),
          '</details>',
        ]
      : []),
  ]);
}

const icons: { readonly [kind in Field['kind']]: string } = {
  str: 'pencil',
  num: 'hashtag',
  bool: 'check-square-o',
  json: 'code',
  choice: 'list',
};
const knownIcons: Readonly<Record<string, string>> = {
  to: 'phone',
  phone: 'phone',
  from: 'phone',
  text: 'comment',
  time_limit: 'clock-o',
  send_at: 'clock-o',
  email: 'envelope',
};

function fieldRow(type: string, { name, kind, placeholder = '', operation }: Field): string {
  const hidden = `<input type="hidden" id="node-input-${name}Type">`;
  const icon = knownIcons[name] ?? icons[kind];
  return row('input', name, `${type}.fields.${name}`, icon, { placeholder, operation, hidden });
}

/** Returns the attribute that shows an element of the form only for one operation. */
const shownFor = (operation: string | undefined): string =>
  operation === undefined ? '' : ` data-operation="${operation}"`;

interface RowOptions {
  readonly type?: 'text' | 'password';
  readonly placeholder?: string;
  readonly operation?: string | undefined;
  readonly hidden?: string;
}

function row(
  prefix: 'input' | 'config-input',
  name: string,
  key: string,
  icon: string,
  { type = 'text', placeholder = '', operation, hidden = '' }: RowOptions = {},
): string {
  const id = `node-${prefix}-${name}`;
  const hint = placeholder === '' ? '' : ` placeholder="${placeholder}"`;
  return [
    `<div class="form-row"${shownFor(operation)}>`,
    `<label for="${id}" style="width: 145px"><i class="fa fa-${icon}"></i> <span data-i18n="${key}"></span></label>`,
    `<input type="${type}" id="${id}"${hint} style="width: calc(100% - 150px)">${hidden}`,
    '</div>',
  ].join('\n');
}

const template = (type: string, parts: readonly string[]): string =>
  `<script type="text/html" data-template-name="${type}">\n${parts.join('\n')}\n</script>`;
