import type { Node, NodeAPI, NodeMessage } from '@node-red/registry';
import { invalidField } from '@textloom/shared/client';
import { listed } from '@textloom/shared/connector/listed';
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
  const operation = values.operation;
  const given = await Promise.all(
    form.fields
      .filter((field) => field.operation === undefined || field.operation === operation)
      .map(async (field) => [field.name, await valueOf(RED, node, field, values, msg)] as const),
  );
  return readInput(form.schema, Object.fromEntries(given), invalidField);
}

async function valueOf(
  RED: NodeAPI,
  node: Node,
  field: Field,
  values: Values,
  msg: NodeMessage,
): Promise<unknown> {
  // A flow may be older than a field.
  const value = values[field.name] ?? field.value;
  const type = values[typeName(field)] ?? field.valueType;
  if (typeof value !== 'string' || typeof type !== 'string') return value;
  if (value === '') return undefined;
  const found = await evaluate(RED, node, value, type, msg).catch(() => {
    throw invalidField(field.name, `cannot be read from ${type}, so check its value`);
  });
  return field.isList && typeof found === 'string' ? listed(found) : found;
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
