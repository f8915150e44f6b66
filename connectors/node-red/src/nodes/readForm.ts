import { isDate, isUint8Array } from 'node:util/types';
import type { Node, NodeAPI, NodeMessage } from '@node-red/registry';
import { invalidField } from '@textloom/shared/client';
import { isDecisive } from '@textloom/shared/connector/decisiveFields';
import { hasOnlyWords } from '@textloom/shared/connector/hasOnlyWords';
import { isBlank } from '@textloom/shared/connector/isBlank';
import { readInput } from '@textloom/shared/connector/readInput';
import type { Infer, ObjectSchema } from '@textloom/shared/contract';
import type { Field } from '../forms/field.ts';
import type { Form } from '../forms/form.ts';

/** The values of a form as the editor stores them: for each field its value and the type of it. */
export type Values = Readonly<Record<string, unknown>>;

/** Evaluates the fields of a form for a message. */
export async function readForm<const S extends ObjectSchema>(
  RED: NodeAPI,
  node: Node,
  form: Form<S>,
  values: Values,
  msg: NodeMessage = {},
): Promise<Infer<S>> {
  // A flow may be older than a field.
  const operation = values.operation ?? form.fields.find(({ name }) => name === 'operation')?.value;
  const shown = form.fields.filter((field) => [undefined, operation].includes(field.operation));
  const given = await Promise.all(
    shown.map(async (field) => [field.name, await readValue(RED, node, form, field, values, msg)]),
  );
  const read = Object.fromEntries(given) as Readonly<Record<string, unknown>>;
  const input = readInput(form.schema, read);
  const missing = shown.find(({ name, required }) => required && !(name in input));
  if (missing) throw invalidField(missing.name, 'is required');
  return input;
}

/** The types of values that the editor calls by the name of their place. */
const places: readonly string[] = ['msg', 'flow', 'global'];

async function readValue(
  RED: NodeAPI,
  node: Node,
  { hasInput }: Form,
  field: Field,
  values: Values,
  msg: NodeMessage,
): Promise<unknown> {
  const value = values[field.name] ?? field.value;
  const type = values[typeName(field)] ?? field.valueType;
  if (typeof value !== 'string' || typeof type !== 'string') return value;
  if (value === '') return undefined;
  const found = await evaluate(RED, node, value, type, msg).catch(() => {
    throw invalidField(
      field.name,
      type === 'jsonata'
        ? 'has a JSONata expression that fails'
        : `cannot be read from ${type}, so check its value`,
    );
  });
  // Without its filter, a trigger would start the flow with every message. Without its status, a new
  // contact would be subscribed.
  const isKey = field.name === 'deduplication_key' && type === 'jsonata';
  const isMissing = isBlank(found) || (isKey && hasOnlyWords(toTemplate(value), found));
  if (isMissing && (!hasInput || isDecisive(field.name) || field.name === 'status'))
    throw invalidField(
      field.name,
      places.includes(type) ? `has no value in ${type}.${value}` : 'has no value',
    );
  if (isRecipient(field) && Array.isArray(found) && found.length > 1)
    throw invalidField(field.name, 'must be one number, so divide the list with a split node');
  return field.kind === 'str' ? toText(found, field) : found;
}

/** Returns true for the fields that name one person. */
const isRecipient = ({ name, isList }: Field): boolean =>
  !isList && (name === 'to' || name === 'phone');

/** Returns the words of a JSONata expression such as `"order-" & id`, as the template `order-{{}}`. */
function toTemplate(expression: string): string {
  const quoted = /"([^"]*)"|'([^']*)'/g;
  const words = [...expression.matchAll(quoted)].map(([, one, other]) => one ?? other);
  const inserts = /\w/.test(expression.replace(quoted, ''));
  return words.join('{{}}') + (inserts ? '{{}}' : '');
}

/** Matches the timestamps of an inject node, which are milliseconds since 1970. */
const epochMs = /^\d{13}$/;

/** Converts a value that other nodes send to text. Refuses an object, which nobody can read. */
function toText(found: unknown, field: Field): unknown {
  if (Array.isArray(found)) return found.map((one: unknown) => toText(one, field));
  if (isUint8Array(found)) return toText(Buffer.from(found).toString('utf8'), field);
  if (isDate(found)) return found.toISOString();
  if (field.isTime && epochMs.test(String(found))) return new Date(Number(found)).toISOString();
  if (typeof found === 'object' && found !== null)
    throw invalidField(field.name, 'must be text, not an object');
  return found;
}

const evaluate = (
  RED: NodeAPI,
  node: Node,
  value: string,
  type: string,
  msg: NodeMessage,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    RED.util.evaluateNodeProperty(value, type, node, msg, (error, found: unknown) => {
      if (error) reject(error);
      else resolve(found);
    });
  });

/** Returns the name that the editor gives to the type of a value. */
export const typeName = ({ name }: Pick<Field, 'name'>): string => `${name}Type`;
