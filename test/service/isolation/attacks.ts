import {
  isMap,
  isObject,
  isUnion,
  operations,
  pathFields,
  sampleOf,
  type ObjectSchema,
  type Operation,
  type Resource,
  type Schema,
  type StringSchema,
} from '@textloom/shared/contract';
import type { Life } from './live.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A request with a value of another account in one field. */
export interface Attack {
  readonly name: string;
  readonly operation: Operation;
  readonly value: string;
  /** Returns the request with another value in the same field. */
  readonly inputWith: (value: string) => Fields;
}

/** Operations on the objects of nobody, which only the operator may call. */
const belongsToNobody: readonly Resource[] = ['carrier'];

export const attackable = operations.filter(({ resource }) => !belongsToNobody.includes(resource));

/** Returns a valid request of an account about its own objects. */
export function ownInput(life: Life, resource: Resource, name: string): Fields {
  const { operation } = attackable.find((one) => one.resource === resource && one.name === name)!;
  const { input } = operation;
  const needed = [
    ...(input.required ?? []),
    ...(input.atLeastOne ?? []).slice(0, 1),
    ...(input.exactlyOne ?? []).slice(0, 1),
  ];
  const sample = sampleOf(input) as Fields;
  const own: Fields = {
    ...ownFields(life),
    ...(resource in life.ids && { id: life.ids[resource as keyof Life['ids']] }),
    ...ownFieldsOf(life)[`${resource}.${name}`],
  };
  return Object.fromEntries(
    needed.map((field) => [field, field in own ? own[field] : sample[field]]),
  );
}

/** Returns the values of fields that name something of an account. */
const ownFields = ({ ids, phones, prefix, hook }: Life): Fields => ({
  to: phones[0],
  phone: phones[0],
  contact_id: ids.contact,
  event_id: ids.event,
  event_ids: [ids.event],
  audience: { list_ids: [ids.list] },
  messages: [{ to: phones[0], text: 'Hello' }],
  url: `${hook.url}?more`,
  send_at: new Date(Date.now() + 86_400_000).toISOString(),
  csv: `phone\n${phones[0]}\n`,
  prefix,
});

/** Returns the values that only one operation needs. */
const ownFieldsOf = (life: Life): Readonly<Record<string, Fields>> => ({
  'message.cancel': { id: life.scheduledMessage },
  'message.reschedule': { id: life.scheduledMessage },
  'broadcast.reschedule': { id: life.waitingBroadcast },
  'broadcast.pause': { id: life.waitingBroadcast },
  'broadcast.resume': { id: life.waitingBroadcast },
  'broadcast.cancel': { id: life.waitingBroadcast },
  'contact.confirm': { id: life.pendingContact },
  'number.provision': { number: life.availableNumber },
});

/** Returns requests of an account, each with one value of another account in one field. */
export const listAttacks = (attacker: Life, values: readonly string[]): Attack[] =>
  attackable.flatMap(({ resource, name, operation }) =>
    widenings(operation).flatMap((widening) => {
      const base = { ...ownInput(attacker, resource, name), ...widening };
      return fieldsOf(operation.input).flatMap(({ path, accepts }) =>
        values.filter(accepts).map((value) => ({
          name: `${resource}.${name} ${path.join('/')}=${value} ${JSON.stringify(widening)}`,
          operation,
          value,
          inputWith: (other: string) => withValue(operation.input, base, path, other) as Fields,
        })),
      );
    }),
  );

/** Returns the options of a deletion with which it deletes the least and the most. */
function widenings({ method, input }: Operation): Fields[] {
  const options = Object.entries(input.properties).filter(
    ([, schema]) => 'type' in schema && schema.type === 'boolean',
  );
  if (method !== 'DELETE' || options.length === 0) return [{}];
  return [{}, Object.fromEntries(options.map(([field]) => [field, true]))];
}

interface Field {
  readonly path: readonly string[];
  /** Whether the schema of the field accepts a value. */
  readonly accepts: (value: string) => boolean;
}

function fieldsOf(schema: Schema): Field[] {
  const below = (name: string, child: Schema) =>
    fieldsOf(child).map(({ path, accepts }) => ({ path: [name, ...path], accepts }));
  if (isUnion(schema)) return schema.oneOf.flatMap(fieldsOf);
  if (isObject(schema))
    return Object.entries(schema.properties).flatMap(([name, child]) => below(name, child));
  if (isMap(schema)) return below('note', schema.values);
  if (schema.type === 'array') return below('0', schema.items);
  if (schema.type !== 'string') return [];
  const kind = kindOf(String(schema.examples?.[0]));
  // An ID of another kind finds nothing in any account.
  const accepts = (value: string) => fits(schema, value) && [kind, ''].includes(kindOf(value));
  return [{ path: [], accepts }];
}

/** Returns the prefix of an ID, or an empty string for any other value. */
export const kindOf = (value: string): string => /^[a-z]{3}_/.exec(value)?.[0] ?? '';

function fits({ enum: only, format, pattern, maxLength = Infinity }: StringSchema, value: string) {
  if (only || format === 'date-time' || value.length > maxLength) return false;
  if (format === 'email' && !/^\S+@\S+$/.test(value)) return false;
  if (format === 'uri' && !URL.canParse(value)) return false;
  return pattern === undefined || new RegExp(pattern, 'u').test(value);
}

/** Returns an input with a value at the path, and with everything that the schema then needs. */
function withValue(
  schema: Schema,
  base: unknown,
  [name, ...rest]: readonly string[],
  value: string,
): unknown {
  if (name === undefined) return value;
  if (!isUnion(schema) && !isObject(schema) && !isMap(schema) && schema.type === 'array')
    return [withValue(schema.items, (base as unknown[] | undefined)?.[0], rest, value)];
  if (isMap(schema)) return { [name]: value };
  const object = isUnion(schema)
    ? schema.oneOf.find((one) => name in one.properties)!
    : (schema as ObjectSchema);
  const whole = (base ?? needed(object)) as Fields;
  const { exactlyOne = [] } = object;
  const others = exactlyOne.includes(name) ? exactlyOne : [];
  return {
    ...Object.fromEntries(Object.entries(whole).filter(([field]) => !others.includes(field))),
    [name]: withValue(object.properties[name]!, whole[name], rest, value),
  };
}

const needed = (schema: ObjectSchema): Fields => {
  const { required = [], exactlyOne = [], atLeastOne = [] } = schema;
  const names = [...required, ...exactlyOne.slice(0, 1), ...atLeastOne.slice(0, 1)];
  const sample = sampleOf(schema) as Fields;
  return Object.fromEntries(names.map((name) => [name, sample[name]]));
};

/** Sorts operations so that an owner can still call the later ones. Deletions come last. */
export const byHarm = (one: { operation: Operation }, other: { operation: Operation }): number =>
  harmOf(one.operation) - harmOf(other.operation);

const harmOf = ({ method, path }: Operation): number =>
  ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].indexOf(method) - pathFields(path).length / 10;
