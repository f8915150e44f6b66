import {
  eventSchema,
  isMap,
  isObject,
  isUnion,
  wireName,
  type ObjectSchema,
  type Schema,
} from '@textloom/shared/contract';
import { declare, type Language, type Scalar } from './declare.ts';
import { isTime, pascal, toWireValues, typeName } from './names.ts';

/** How `declare` writes types in Python. */
export const language: Language = {
  nullable: (type) => `t.Optional[${type}]`,
  list: (type) => `t.List[${type}]`,
  scalar,
  map: 't.Dict[str, str]',
  event: '"Event"',
  object: (name, fields) =>
    renderDict(
      name,
      fields.map(({ wire, type }) => [wire, type]),
      fields.every(({ required }) => required),
    ),
};

/** Declares every event, and their union. */
export function declareEvents(types: Map<string, string>): void {
  const names = eventSchema.oneOf.map((one) => {
    const { data } = one.properties;
    declare(language, types, data, typeName(data.title));
    return declare(language, types, one, `${typeName(one.title)}Event`);
  });
  types.set(
    'Event',
    `#: An event, as webhooks deliver it. Its \`\`type\`\` says which of these it is.
Event = t.Union[\n${names.map((name) => `    ${name},`).join('\n')}\n]`,
  );
}

/**
 * Returns the type of an input, and declares the objects in it. A list can be any sequence. The
 * names of the objects begin with `owner`, such as `Broadcast`. With `omitsNone`, their optional
 * fields can be None.
 */
export function inputType(
  types: Map<string, string>,
  schema: Schema,
  owner: string,
  omitsNone: boolean,
): string {
  if (isUnion(schema)) throw new Error('No input is a union');
  if (isObject(schema)) return declareInput(types, schema, owner, omitsNone);
  if (isMap(schema)) return `t.Mapping[str, ${schema.values.nullable ? 't.Optional[str]' : 'str'}]`;
  if (schema.type === 'array')
    return `t.Sequence[${inputType(types, schema.items, owner, omitsNone)}]`;
  return isTime(schema) ? 't.Union[str, datetime]' : scalar(schema);
}

function declareInput(
  types: Map<string, string>,
  schema: ObjectSchema,
  owner: string,
  omitsNone: boolean,
): string {
  // A new message is an input of messages, so its name would repeat the name of its owner.
  const prefix = owner + pascal((schema.title ?? '').replace(/^New \w+$/, ''));
  const name = `${prefix}Input`;
  const fields = Object.entries(schema.properties).map(([property, below]) => {
    const required = schema.required?.includes(property) ?? false;
    const type = inputType(types, below, prefix, omitsNone);
    const isOptional = below.nullable || (omitsNone && !required);
    const pair = [wireName(schema, property), isOptional ? `t.Optional[${type}]` : type] as const;
    return { pair, required };
  });
  const selectPairs = (isRequired: boolean) =>
    fields.filter(({ required }) => required === isRequired).map(({ pair }) => pair);
  const [needed, others] = [selectPairs(true), selectPairs(false)];
  // Only Python 3.11 and later can mark one key as optional.
  const text =
    needed.length === 0 || others.length === 0
      ? renderDict(name, [...needed, ...others], others.length === 0)
      : `${renderDict(`_${name}Needs`, needed, true)}\n\n${renderDict(`_${name}Has`, others, false)}

class ${name}(_${name}Needs, _${name}Has):
    pass
`;
  if ((types.get(name) ?? text) !== text) throw new Error(`Two types have the name ${name}`);
  types.set(name, text);
  return name;
}

/** Returns the declaration of a dictionary. If it is not total, each of its keys can be absent. */
const renderDict = (
  name: string,
  fields: readonly (readonly [wire: string, type: string])[],
  isTotal: boolean,
): string => `${name} = t.TypedDict(
    "${name}",
    {
${fields.map(([wire, type]) => `        ${JSON.stringify(wire)}: ${type},`).join('\n')}
    },
${isTotal ? '' : '    total=False,\n'})`;

function scalar(schema: Scalar): string {
  if (schema.type === 'boolean') return 'bool';
  if (schema.type !== 'string') return schema.type === 'integer' ? 'int' : 'float';
  const values = toWireValues(schema);
  return values ? `t.Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]` : 'str';
}
