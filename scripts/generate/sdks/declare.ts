import {
  isMap,
  isObject,
  isUnion,
  wireName,
  type ObjectSchema,
  type Operation,
  type Resource,
  type Schema,
} from '@textloom/shared/contract';
import { pascal, typeName } from './names.ts';

export type Scalar = Exclude<Schema, { oneOf: unknown } | { type: 'object' | 'array' }>;

/** Formats the response types in a language. */
export interface Language {
  readonly nullable: (type: string) => string;
  readonly list: (type: string) => string;
  readonly scalar: (schema: Scalar) => string;
  /** The type of a map with arbitrary names and values. */
  readonly map: string;
  /** The type of an event, which is the only union. */
  readonly event: string;
  /** Returns the declaration of an object. */
  readonly object: (name: string, fields: readonly ObjectField[]) => string;
}

export interface ObjectField {
  readonly name: string;
  readonly wire: string;
  readonly schema: Schema;
  readonly type: string;
  readonly required: boolean;
}

/** Collects the objects of responses by name, each before its first use. */
export function declare(
  language: Language,
  types: Map<string, string>,
  schema: ObjectSchema,
  name: string,
): string {
  const fields = Object.entries(schema.properties).map(([property, below]) => {
    const { title } = 'items' in below ? below.items : below;
    const isShared =
      title !== undefined && (types.has(typeName(title)) || schema.title === undefined);
    return {
      name: property,
      wire: wireName(schema, property),
      schema: below,
      type: renderType(
        language,
        types,
        below,
        isShared ? typeName(title) : name + typeName(title ?? property),
      ),
      required: schema.required?.includes(property) ?? false,
    };
  });
  const text = language.object(name, fields);
  if ((types.get(name) ?? text) !== text) throw new Error(`Two types have the name ${name}`);
  types.set(name, text);
  return name;
}

/** Returns the type of a schema. An object that is not declared yet gets the name `name`. */
function renderType(
  language: Language,
  types: Map<string, string>,
  schema: Schema,
  name: string,
): string {
  const bare = (): string => {
    if (isUnion(schema)) return language.event;
    if (isMap(schema)) return language.map;
    if (isObject(schema)) return declare(language, types, schema, name);
    return schema.type === 'array'
      ? language.list(renderType(language, types, schema.items, name))
      : language.scalar(schema);
  };
  return schema.nullable ? language.nullable(bare()) : bare();
}

/** Declares the type of the response of an operation, and returns it. */
export const declareAnswer = (
  language: Language,
  types: Map<string, string>,
  output: NonNullable<Operation['output']>,
  [resource, name]: readonly [Resource, string],
): string =>
  isUnion(output)
    ? language.event
    : declare(language, types, output, answerName(resource, name, output));

export function answerName(
  resource: Resource,
  name: string,
  { title, properties }: ObjectSchema,
): string {
  if (title !== undefined) return typeName(title);
  const { data } = properties;
  return data && 'items' in data && data.items.title && 'has_more' in properties
    ? `${typeName(data.items.title)}Page`
    : `${pascal(resource)}${pascal(name)}Response`;
}
