import type { PlainInputField, PlainOutputField } from 'zapier-platform-core';
import { listChoices, type Choice } from '@textloom/shared/connector/labels';
import {
  contract,
  fieldLabel,
  isMap,
  isObject,
  isUnion,
  type ObjectSchema,
  type Schema,
} from '@textloom/shared/contract';
import { toHelpText } from './helpText.ts';

/** The editor hides fields that most people never need in this group. */
export const advanced = { key: 'advanced', label: 'Advanced' } as const;

/** Describes how to show fields: changes to a field of the contract, or `false` to omit it. */
type FieldPlan<S extends ObjectSchema> = {
  readonly [name in keyof S['properties']]?: Partial<PlainInputField> | false;
};

/**
 * Returns the fields of a form. The form shows the fields of the plan in its order, required ones
 * first. All other fields follow in the group `advanced`.
 */
export function inputFields<S extends ObjectSchema>(
  schema: S,
  plan: FieldPlan<S> = {},
): PlainInputField[] {
  const order = [...new Set([...Object.keys(plan), ...Object.keys(schema.properties)])];
  const fields = order.flatMap((name) => {
    const changes = (plan as FieldPlan<ObjectSchema>)[name] ?? { group: advanced.key };
    return changes === false
      ? []
      : createInputFields(schema, name).map((f) => ({ ...f, ...changes }));
  });
  return [...fields.filter((f) => f.required), ...fields.filter((f) => !f.required)];
}

/** The app's own word for an ID, and a unit that the help text alone would not make clear. */
const ownLabels: Readonly<Record<string, string>> = {
  external_id: 'Your Reference',
  ttl: 'Time to Live in Seconds',
};

/** Returns the label of a field, which is the same in forms and results. */
const chooseLabel = (name: string, schema: Schema): string =>
  ownLabels[name] ?? fieldLabel(name, schema);

function createInputFields(parent: ObjectSchema, name: string): PlainInputField[] {
  const schema = parent.properties[name]!;
  const title = chooseLabel(name, schema);
  if (isObject(schema)) {
    return Object.keys(schema.properties)
      .flatMap((child) => createInputFields({ ...schema, required: [] }, child))
      .map((f) => ({ ...f, key: `${name}_${f.key}`, label: `${title} ${f.label}` }));
  }
  const required = parent.required?.includes(name) && { required: true };
  // Zapier allows no help text for line items, and no group inside them.
  if ('items' in schema && isObject(schema.items)) {
    const { items } = schema;
    const children = Object.keys(items.properties).flatMap((child) =>
      createInputFields(items, child),
    );
    return [{ key: name, label: title, ...required, children }];
  }
  const helpText = toHelpText(name, schema);
  return [
    {
      key: name,
      label: title,
      ...required,
      ...chooseWidget(schema),
      ...(helpText && { helpText }),
    },
  ];
}

/**
 * In a field for times, Zapier replaces text such as TBD with the current time. As the time of a consent,
 * it would be false evidence, and unlike in Send At, the current time can be right.
 */
const consentTime: Schema = contract.contact.upsert.input.properties.consent.properties.at;

function chooseWidget(schema: Schema): Partial<PlainInputField> {
  if (isMap(schema)) return { dict: true };
  if ('items' in schema) return { ...chooseWidget(schema.items), list: true };
  const type = schema === consentTime ? 'string' : toZapierType(schema);
  // Zapier turns "1,440" and "1 hour" into 1 in a field for numbers, so the step reads the text itself.
  if (type === 'integer' || type === 'number') return { type: 'string' };
  if (!('type' in schema) || schema.type !== 'string') return { type };
  if (schema.enum) return { type, choices: toDropdown(listChoices(schema)) };
  if (schema.secret) return { type: 'password' };
  const [example] = schema.examples ?? [];
  return {
    type: schema.multiline ? 'text' : type,
    ...(typeof example === 'string' && { placeholder: example }),
  };
}

const toDropdown = (choices: readonly Choice[]): Record<string, string> =>
  Object.fromEntries(choices.map(({ value, label }) => [value, label]));

/**
 * Returns the fields of a result. A nested field is named `error__code`. The names in a map are not
 * known in advance.
 */
export const outputFields = ({ properties }: ObjectSchema): PlainOutputField[] =>
  Object.entries(properties).flatMap(([name, schema]) => createOutputFields(name, schema));

function createOutputFields(name: string, schema: Schema): PlainOutputField[] {
  const label = chooseLabel(name, schema);
  if (isMap(schema)) return [];
  if (isObject(schema)) {
    return outputFields(schema).map((f) => ({
      ...f,
      key: `${name}__${f.key}`,
      label: prefixLabel(name, label, f.label!),
    }));
  }
  if ('items' in schema) {
    return isObject(schema.items)
      ? [{ key: name, label, children: outputFields(schema.items) }]
      : [{ key: name, label, type: toZapierType(schema.items), list: true }];
  }
  return [{ key: name, label, type: toZapierType(schema) }];
}

/** Returns a label that people say: "Delivered" of a broadcast, and "Contact Reference". */
const prefixLabel = (name: string, prefix: string, label: string): string =>
  name === 'counts' ? label : `${prefix} ${label.replace(/^Your /, '')}`;

function toZapierType(schema: Schema) {
  if (isUnion(schema) || schema.type === 'array' || schema.type === 'object') return 'string';
  if (schema.type !== 'string') return schema.type;
  return schema.format === 'date-time' ? 'datetime' : 'string';
}
