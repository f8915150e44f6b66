import { messageStatus, purpose } from '@textloom/shared/contract';
import { errorPages } from './errorPages.ts';
import { html, prose, type Html } from './html.ts';
import { refName, type ApiSchema } from './openApi.ts';

interface Field {
  readonly name: string;
  readonly schema: ApiSchema;
  readonly required?: boolean;
  readonly description?: string | undefined;
}

/** Renders the properties of an object, with nested objects below them. */
export const renderProperties = ({ properties = {}, required = [] }: ApiSchema): Html =>
  renderFields(
    Object.entries(properties).map(([name, schema]) => ({
      name,
      schema,
      required: required.includes(name),
    })),
  );

export const renderFields = (fields: readonly Field[]): Html =>
  html`<dl class="fields">${fields.map(renderField)}</dl>`;

function renderField({ name, schema, required = false, description }: Field): Html {
  const words = description ?? schema.description;
  const limits = describeLimits(schema);
  const below = schema.properties ? schema : schema.items;
  return html`<div>
    <dt>
      <code>${name}</code> <span class="type">${describeType(schema)}</span>
      ${required && html`<span class="required">required</span>`}
    </dt>
    <dd>
      ${words !== undefined && html`<p>${prose(words)}.</p>`}
      ${limits.length > 0 && html`<p class="limits">${limits}</p>`}
      ${below?.properties && renderProperties(below)}
    </dd>
  </div> `;
}

/** Describes the type of a value in words, with links to named types. */
export function describeType(schema: ApiSchema): Html {
  const { $ref, type, items, anyOf, oneOf, properties, format } = schema;
  if ($ref !== undefined) return html`<a href="#${refName($ref)}">${refName($ref)}</a>`;
  if (items) return html`array of ${describeType(items)}`;
  const choices = properties ? undefined : (anyOf ?? oneOf);
  if (choices)
    return html`${choices.map((one, index) => [index > 0 && ' or ', describeType(one)])}`;
  return html`${[type].flat().join(' or ')}${format !== undefined && ` (${format})`}`;
}

/** Lists the allowed values, the default, and an example. */
function describeLimits(schema: ApiSchema): Html[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const { minProperties, maxProperties, pattern, examples, items, propertyNames } = schema;
  const allowed = schema.enum ?? items?.enum;
  const example = examples?.find((one) => one !== null);
  return [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    range(minProperties, maxProperties, ' names'),
    range(undefined, propertyNames?.maxLength, ' characters in a name'),
    allowed &&
      html`One of ${allowed.map((one, index) => [index > 0 && ', ', choice(one, allowed)])}.`,
    linkMeanings(allowed),
    pattern !== undefined && html`Pattern <code>${pattern}</code>.`,
    schema.default !== undefined && html`Default ${value(schema.default)}.`,
    example !== undefined && !allowed && html`Example ${value(example)}.`,
  ].flatMap((one) => (one ? [html`<span>${one}</span> `] : []));
}

/** Links each code to its page if all values are codes of errors. */
const choice = (one: unknown, all: readonly unknown[]): Html =>
  isErrorCode(one) && all.every(isErrorCode)
    ? html`<a href="/errors/${one}">${value(one)}</a>`
    : value(one);

const isErrorCode = (one: unknown): one is string => typeof one === 'string' && errorPages.has(one);

const explained = [
  { values: messageStatus.enum, href: '/docs/api#message-statuses' },
  { values: purpose.enum, href: '/docs/api#message-purposes' },
] as const;

function linkMeanings(all: readonly unknown[] = []): Html | undefined {
  const found = explained.find(({ values }) => all.every((one) => values.some((v) => v === one)));
  return found && all.length > 1 ? html`<a href="${found.href}">What they mean</a>.` : undefined;
}

function range(min: number | undefined, max: number | undefined, unit: string) {
  if (min === undefined && max === undefined) return undefined;
  if (max === undefined) return html`At least ${min}${unit}.`;
  if (min === undefined) return html`At most ${max}${unit}.`;
  return html`${min} to ${max}${unit}.`;
}

const value = (one: unknown): Html =>
  html`<code>${typeof one === 'string' ? one : JSON.stringify(one)}</code>`;
