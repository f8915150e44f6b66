import { toSentence } from '@textloom/shared/connector/errors';
import { accountForm } from '../forms/account.ts';
import type { Field } from '../forms/field.ts';
import { forms } from '../forms/forms.ts';
import type { Form } from '../forms/form.ts';
import type { Translate } from './catalog.ts';

/** Returns the help of all nodes in a language. */
export const renderHelp = (translate: Translate): string =>
  [
    section(accountForm.type, [
      paragraph(translate(accountForm.summary)),
      heading(translate('Properties')),
      list(
        accountForm.fields.map(({ label, description }) =>
          property(translate(label), '', translate(description)),
        ),
      ),
    ]),
    ...forms.map((form) => nodeHelp(form, translate)),
  ].join('\n');

function nodeHelp({ type, summary, fields, ...form }: Form, translate: Translate): string {
  const { hasInput, outputs, details } = form;
  // The fields read these properties, unless the user changes them.
  const inputs = fields.filter(({ valueType }) => valueType === 'msg');
  return section(type, [
    paragraph(translate(summary)),
    ...(hasInput
      ? [
          heading(translate('Inputs')),
          list(
            inputs.map((field) =>
              property(field.value, kinds[field.kind], describe(field, translate)),
            ),
          ),
        ]
      : []),
    heading(translate('Properties')),
    list(fields.map((field) => fieldHelp(field, translate))),
    heading(translate('Outputs')),
    ...outputs.flatMap(({ label, properties }) => [
      ...(outputs.length > 1 ? [`<h4>${escaped(translate(label))}</h4>`] : []),
      list(properties.map((one) => property(one.name, one.type, translate(one.description)))),
    ]),
    heading(translate('Details')),
    ...details.map((detail) => paragraph(translate(detail))),
  ]);
}

const kinds = { str: 'string', num: 'number', bool: 'boolean', json: 'JSON', choice: 'string' };

const fieldHelp = (field: Field, translate: Translate): string =>
  property(
    translate(field.label),
    kinds[field.kind],
    [describe(field, translate), listValues(field, translate)].filter(Boolean).join(' '),
  );

const describe = ({ description }: Field, translate: Translate): string =>
  description === undefined ? '' : toSentence(translate(description));

/** Names the values that a property must hold, because the form shows only their labels. */
const listValues = ({ name, choices }: Field, translate: Translate): string =>
  // The form of a contact depends on its operation, so no property holds it.
  choices.length === 0 || name === 'operation'
    ? ''
    : `${translate('Values')}: ${choices.map(({ value }) => value).join(', ')}.`;

const section = (type: string, parts: readonly string[]): string =>
  `<script type="text/html" data-help-name="${type}">\n${parts.join('\n')}\n</script>\n`;
const paragraph = (text: string): string => `<p>${marked(text)}</p>`;
const heading = (text: string): string => `<h3>${escaped(text)}</h3>`;
const list = (items: readonly string[]): string =>
  `<dl class="message-properties">\n${items.join('\n')}\n</dl>`;
const property = (name: string, type: string, description: string): string =>
  `<dt>${escaped(name)}${type && ` <span class="property-type">${type}</span>`}</dt>\n<dd>${marked(description)}</dd>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** Shows the properties of messages as code. */
const marked = (text: string): string =>
  escaped(text).replace(/\bmsg\.\w+/g, (name) => `<code>${name}</code>`);
