import { isMap, isObject, isUnion, wireName, type Schema } from '@textloom/shared/contract';
import type { Language, Scalar } from './declare.ts';
import { isTime, toWireValues } from './names.ts';

/** How `declare` writes types for PHPStan. */
export const language: Language = {
  nullable: (type) => `${type}|null`,
  list: (type) => `list<${type}>`,
  scalar,
  map: 'array<string, string>',
  event: 'array<string, mixed>',
  object: (name, fields) =>
    ` * @phpstan-type ${name} array{\n${fields
      .map(({ wire, type, required }) => ` *     ${wire}${required ? '' : '?'}: ${type},\n`)
      .join('')} * }`,
};

/** Returns the type of a parameter in PHP itself. A program may give a time as an object. */
export function nativeType(schema: Schema): string {
  if (isUnion(schema) || schema.type === 'object' || schema.type === 'array') return 'array';
  if (isTime(schema)) return 'string|\\DateTimeInterface';
  const types = { string: 'string', integer: 'int', number: 'float', boolean: 'bool' } as const;
  return types[schema.type];
}

/** Returns the type of an input for PHPStan and editors. */
export function renderShape(schema: Schema): string {
  const type = bareShape(schema);
  return schema.nullable ? `${type}|null` : type;
}

function bareShape(schema: Schema): string {
  if (isUnion(schema)) return 'array<string, mixed>';
  if (isMap(schema))
    return schema.values.nullable ? 'array<string, ?string>' : 'array<string, string>';
  if (isObject(schema)) {
    const keys = Object.entries(schema.properties).map(
      ([name, property]) =>
        `${wireName(schema, name)}${schema.required?.includes(name) ? '' : '?'}: ${renderShape(property)}`,
    );
    return `array{${keys.join(', ')}}`;
  }
  if (schema.type === 'array') return `list<${renderShape(schema.items)}>`;
  return isTime(schema) ? nativeType(schema) : scalar(schema);
}

function scalar(schema: Scalar): string {
  const values = schema.type === 'string' ? toWireValues(schema) : undefined;
  return values ? values.map(quoted).join('|') : nativeType({ type: schema.type });
}

/** Returns a text as a literal of PHP. */
export const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
