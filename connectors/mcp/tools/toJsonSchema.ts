import { isMap, isObject, isUnion, type JsonSchema, type Schema } from '@textloom/shared/contract';
import type { Tool } from './tool.ts';

/**
 * Describes the arguments of a tool in as few tokens as possible. It leaves out what the service checks
 * anyway and explains in its errors, such as patterns, lengths and unknown arguments.
 */
export const argumentsSchema = ({ arguments: all, required, describedBy }: Tool): JsonSchema => ({
  type: 'object',
  properties: mapped(all, describedBy === undefined ? describe : toBareSchema),
  ...(required.length > 0 && { required }),
});

function describe(schema: Schema): JsonSchema {
  const { description } = schema;
  return { ...toBareSchema(schema), ...(description !== undefined && { description }) };
}

function toBareSchema(schema: Schema): JsonSchema {
  if (isUnion(schema)) return { type: 'object' };
  if (isMap(schema)) return { type: 'object', additionalProperties: { type: 'string' } };
  if (isObject(schema)) {
    const { properties, required } = schema;
    return { type: 'object', properties: mapped(properties), ...(required && { required }) };
  }
  if (schema.type === 'array') return { type: 'array', items: toBareSchema(schema.items) };
  if (schema.type === 'string') {
    const { enum: values, format } = schema;
    return { type: 'string', ...(values && { enum: values }), ...(format && { format }) };
  }
  if (schema.type === 'boolean') return { type: 'boolean' };
  const { minimum, maximum } = schema;
  return {
    type: schema.type,
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
}

const mapped = (properties: Readonly<Record<string, Schema>>, show = describe): JsonSchema =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, show(one)]));
