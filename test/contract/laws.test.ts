import { describe, expect, it } from '@jest/globals';
import {
  bodyErrors,
  changeErrors,
  commonErrors,
  errors,
  events,
  eventSchema,
  createEventSchema,
  eventTypes,
  fieldLabel,
  hasBody,
  idempotencyErrors,
  isChange,
  isMap,
  isObject,
  isUnion,
  jsonSchema,
  operations,
  pathFields,
  problemSchema,
  sampleOf,
  takesIdempotencyKey,
  toWire,
  type Schema,
} from '@textloom/shared/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { antiExamples } from './antiExamples.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
addFormats.default(ajv);
const compiled = {
  open: new Map<Schema, ValidateFunction>(),
  closed: new Map<Schema, ValidateFunction>(),
};
const compile = (schema: Schema, closed: boolean): ValidateFunction => {
  const known = closed ? compiled.closed : compiled.open;
  const validate = known.get(schema) ?? ajv.compile(jsonSchema(schema, { closed }));
  known.set(schema, validate);
  return validate;
};
const accepts = (schema: Schema, value: unknown, closed = true) => {
  const validate = compile(schema, closed);
  return validate(toWire(schema, value)) ? [] : validate.errors;
};

const named = operations.map(
  (entry) => [`${entry.resource}.${entry.name}`, entry.operation] as const,
);

function* walk(schema: Schema, path: string): Generator<[string, Schema]> {
  yield [path, schema];
  if (isUnion(schema)) for (const one of schema.oneOf) yield* walk(one, path);
  else if (isObject(schema)) {
    for (const [name, property] of Object.entries(schema.properties))
      yield* walk(property, `${path}/${name}`);
  } else if (isMap(schema)) yield* walk(schema.values, `${path}/*`);
  else if (schema.type === 'array') yield* walk(schema.items, `${path}/0`);
}
const inputFields = named.flatMap(([name, { input }]) =>
  Object.entries(input.properties).map(
    ([field, schema]) =>
      [`${name} ${field}`, fieldLabel(field, schema), schema.description] as const,
  ),
);
/** Operations share many schemas. Each counts once, with its last path. */
const everySchema = [
  ...new Map(
    named
      .flatMap(([name, { input, output }]) => [
        ...walk(input, `${name} input`),
        ...(output ? walk(output, `${name} output`) : []),
      ])
      .map(([path, schema]) => [schema, path]),
  ),
].map(([schema, path]) => [path, schema] as const);

const titleCase = /^[A-Z0-9][\w.-]*( ([A-Z0-9][\w.-]*|to|in|of|or|and|per|at))*$/;

describe('every operation', () => {
  it.each(named)('%s accepts the sample of its input', (_, { input }) => {
    expect(accepts(input, sampleOf(input))).toEqual([]);
  });

  it.each(named.filter(([, { output }]) => output))(
    '%s can return the sample of its output',
    (_, { output }) => {
      expect(accepts(output!, sampleOf(output!))).toEqual([]);
    },
  );

  it.each(named)(
    '%s has a readable summary and description: sentence case, no final period, no article',
    (_, { summary, description }) => {
      expect(summary).toMatch(/^[A-Z][a-z]+( [a-z]+)+$/);
      expect(summary).not.toMatch(/\b(a|an|the)\b/);
      expect(description).toMatch(/^[A-Z].*[^.]$/);
    },
  );

  it.each(named.filter(([, { method }]) => method === 'PATCH'))(
    '%s empties every optional field with null',
    (name, { input, output }) => {
      // The time and place of consent are evidence, which can be replaced but not removed.
      const evidence = name === 'contact.update' ? ['consent'] : [];
      const mayBeEmpty = Object.entries(output && isObject(output) ? output.properties : {})
        .filter(([field, { nullable }]) => nullable && field in input.properties)
        .filter(([field]) => !input.required?.includes(field))
        .map(([field]) => field);
      const refused = mayBeEmpty.filter((field) => !input.properties[field]!.nullable);
      expect(refused).toEqual(evidence);
    },
  );

  it.each(named)('%s requires every field of its path', (_, { path, input }) => {
    expect(input.required ?? []).toEqual(expect.arrayContaining(pathFields(path)));
  });

  it.each(named)(
    '%s lists only errors that are not implied',
    (_, { errors: own, method, safe, repeatable }) => {
      const implied: string[] = [
        ...commonErrors,
        ...(isChange({ method, safe }) ? changeErrors : []),
        ...(hasBody({ method }) ? bodyErrors : []),
        ...(takesIdempotencyKey({ method, safe, repeatable }) ? idempotencyErrors : []),
      ];
      expect(own.filter((code) => implied.includes(code))).toEqual([]);
    },
  );

  it.each(named)(
    '%s has an output if and only if its response has a body',
    (_, { status, output }) => {
      expect(output === undefined).toBe(status === 204);
    },
  );

  it('refuses an empty text as the filter of a list, which would match nothing', () => {
    const filters = named.flatMap(([name, { method, input }]) =>
      method === 'GET'
        ? Object.entries(input.properties).flatMap(([field, schema]) =>
            [...walk(schema, `${name}/${field}`)].filter(([path]) => !path.endsWith('/cursor')),
          )
        : [],
    );
    const mayBeEmpty = filters.filter(([, schema]) => accepts(schema, '')?.length === 0);
    expect(mayBeEmpty.map(([path]) => path)).toEqual([]);
  });

  it('has a unique method and path', () => {
    const paths = operations.map(({ operation: { method, path } }) => `${method} ${path}`);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

describe('every anti-example', () => {
  const all = antiExamples.flatMap(({ refused }) => refused);

  it('points at a field and has a reason', () => {
    expect(all.length).toBeGreaterThan(30);
    for (const { reason, pointer } of all) {
      expect(pointer).toMatch(/^(\/[^/]+)+$/);
      expect(reason).toMatch(/^[A-Za-z].*[^.]$/);
    }
  });
});

describe('every field that a person fills in', () => {
  it.each(inputFields)('%s has a label in title case', (_, label) => {
    expect(label).toMatch(titleCase);
    // The label of a field without a title is its name, which does not know abbreviations.
    expect(label).not.toMatch(/\b(Csv|Ids?|Mms|Sms|Ttl|Urls?)\b/);
  });

  it.each(inputFields)(
    '%s has no description that only repeats its label',
    (_, label, description) => {
      expect(description).not.toBe(label);
      if (description !== undefined) expect(description).toMatch(/^[A-Z].*[^.]$/);
    },
  );
});

describe('every schema', () => {
  it('requires only fields that it has', () => {
    for (const [path, schema] of everySchema) {
      if (isUnion(schema) || !isObject(schema)) continue;
      const { required = [], exactlyOne = [], atLeastOne = [] } = schema;
      const names = [...required, ...exactlyOne, ...atLeastOne];
      expect({ path, unknown: names.filter((name) => !(name in schema.properties)) }).toEqual({
        path,
        unknown: [],
      });
    }
  });

  it('accepts its own examples', () => {
    for (const [path, schema] of everySchema) {
      for (const example of schema.examples ?? []) {
        expect({ path, faults: accepts(schema, example, false) }).toEqual({ path, faults: [] });
      }
    }
  });

  it('labels only existing values', () => {
    for (const [path, schema] of everySchema) {
      if (!('enum' in schema)) continue;
      const named = Object.keys(schema.labels ?? {});
      const stray = named.filter((value) => !schema.enum?.includes(value));
      expect({ path, stray }).toEqual({ path, stray: [] });
    }
  });

  it('explains each value of an enum or none', () => {
    for (const [path, schema] of everySchema) {
      if (!('meanings' in schema) || !schema.meanings) continue;
      const { meanings } = schema;
      const missing = schema.enum?.filter((value) => meanings[value] === undefined);
      expect({ path, missing }).toEqual({ path, missing: [] });
      const periods = Object.values(meanings).filter((meaning) => meaning.endsWith('.'));
      expect({ path, periods }).toEqual({ path, periods: [] });
    }
  });
});

describe('every event', () => {
  it.each(eventTypes)('%s has a sample that is an event of its type', (type) => {
    const sample = sampleOf(createEventSchema(type));
    expect(sample).toMatchObject({ type });
    expect(accepts(eventSchema, sample)).toEqual([]);
  });

  it.each(eventTypes)('%s is named noun.past_tense and says when it occurs', (type) => {
    expect(type).toMatch(/^[a-z]+\.[a-z_]+$/);
    expect(events[type].when).toMatch(/^[a-z].*[^.]$/);
  });
});

describe('every error', () => {
  it.each(Object.entries(errors))(
    '%s has a status, a title and a remedy',
    (code, { status, title, remedy }) => {
      expect(code).toMatch(/^[a-z0-9_]+$/);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(title).toMatch(/^[A-Z].*[^.]$/);
      expect(remedy).toMatch(/^[A-Z].*\.$/);
    },
  );

  it('is returned by at least one operation', () => {
    const answered = new Set<string>([
      ...commonErrors,
      ...changeErrors,
      ...bodyErrors,
      ...idempotencyErrors,
      'unknown_path',
      'method_not_allowed',
      // The service refuses these requests before it knows the operation.
      'malformed_request',
      'request_timeout',
      'headers_too_large',
      // Only links to media expire, and they are not operations.
      'link_expired',
      ...operations.flatMap(({ operation }) => operation.errors),
    ]);
    expect(Object.keys(errors).filter((code) => !answered.has(code))).toEqual([]);
  });

  it('fits the problem schema', () => {
    for (const [code, { status, title, remedy }] of Object.entries(errors)) {
      const problem = {
        type: `https://example.com/errors/${code}`,
        title,
        status,
        code,
        detail: remedy,
        request_id: 'req_1',
        errors: [],
      };
      expect(accepts(problemSchema, problem)).toEqual([]);
    }
  });
});

it('the operations of the first version keep their method and path', () => {
  const paths = operations.map(({ operation: { method, path } }) => `${method} ${path}`);
  expect(paths).toEqual(
    expect.arrayContaining([
      'POST /messages',
      'GET /messages/{id}',
      'POST /contacts',
      'GET /reports',
    ]),
  );
});
