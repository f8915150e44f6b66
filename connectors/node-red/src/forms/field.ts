import { listChoices, type Choice } from '@textloom/shared/connector/labels';
import {
  fieldLabel,
  isMap,
  isObject,
  type ObjectSchema,
  type Schema,
} from '@textloom/shared/contract';

/** A field of a form as the editor shows it. The editor stores its value and the type of its value. */
export interface Field {
  /** The field `source` of the object `consent` is `consent_source`. */
  readonly name: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly placeholder: string | undefined;
  readonly required: boolean;
  /** The type of a value that the user writes into the form. */
  readonly kind: 'str' | 'num' | 'bool' | 'json' | 'choice';
  readonly choices: readonly Choice[];
  /** Whether the user can choose several values. */
  readonly isMultiple: boolean;
  /** Whether the field holds a list, which people write with commas. */
  readonly isList: boolean;
  /** Whether the field holds a point in time. */
  readonly isTime: boolean;
  readonly value: string;
  readonly valueType: string;
  /** The value of the field `operation` that shows the field. Absent if the form always shows it. */
  readonly operation?: string;
  /** Whether the field is below "More options". */
  readonly isExtra: boolean;
}

/** Describes how a form shows a field. */
type Change = Partial<Pick<Field, 'label' | 'description' | 'value' | 'valueType' | 'operation'>>;

/** Describes how a form shows its fields: changes to a field of the contract, or `false` to omit it. */
type Plan<S extends ObjectSchema> = {
  readonly [name in keyof S['properties']]?: Change | false;
};

/** Returns the fields of a form: those of the plan in its order, then all others. */
export function createFields<S extends ObjectSchema>(schema: S, plan: Plan<S>): readonly Field[] {
  const order = [...new Set([...Object.keys(plan), ...Object.keys(schema.properties)])];
  return order.flatMap((name) => {
    const change = (plan as Plan<ObjectSchema>)[name];
    if (change === false) return [];
    const isExtra = change === undefined;
    return flatten(schema, name).map((field) => ({ ...field, isExtra, ...change }));
  });
}

function flatten(parent: ObjectSchema, name: string): Omit<Field, 'isExtra'>[] {
  const schema = parent.properties[name]!;
  const label = fieldLabel(name, schema);
  if (isObject(schema))
    return Object.keys(schema.properties)
      .flatMap((child) => flatten({ ...schema, required: [] }, child))
      .map((field) => ({
        ...field,
        name: `${name}_${field.name}`,
        label: `${label} ${field.label}`,
      }));
  const one = 'items' in schema ? schema.items : schema;
  const kind = chooseKind(one);
  const [example] = one.examples ?? schema.examples ?? [];
  const isWritten = kind === 'str' || kind === 'num';
  const standard = 'default' in schema ? schema.default : undefined;
  return [
    {
      name,
      label,
      description: schema.description,
      placeholder: isWritten ? toExampleText(example) : undefined,
      required: parent.required?.includes(name) ?? false,
      kind,
      choices: listChoices(one),
      isMultiple: kind === 'choice' && one !== schema,
      isList: one !== schema,
      isTime: 'format' in one && one.format === 'date-time',
      value: chooseInitialValue(kind, standard),
      valueType: kind,
    },
  ];
}

const toExampleText = (example: unknown): string | undefined =>
  typeof example === 'string' || typeof example === 'number' ? String(example) : undefined;

/** Shows the standard value only if the editor has no empty one. */
function chooseInitialValue(kind: Field['kind'], standard: unknown): string {
  if (kind === 'bool') return standard === true ? 'true' : 'false';
  return kind === 'choice' && typeof standard === 'string' ? standard : '';
}

function chooseKind(schema: Schema): Field['kind'] {
  if (isMap(schema) || isObject(schema) || !('type' in schema)) return 'json';
  if (schema.type === 'string') return schema.enum ? 'choice' : 'str';
  if (schema.type === 'boolean') return 'bool';
  return schema.type === 'array' ? 'json' : 'num';
}
