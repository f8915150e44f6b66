import { describe, expect, it } from '@jest/globals';
import {
  basePath,
  eventTypes,
  hasBody,
  isIdempotencyKey,
  operations,
  pathFields,
  sampleOf,
  wireName,
} from '@textloom/shared/contract';
import { openApiDocument } from '@textloom/shared/openapi';
import { readDocument, type ApiDocument } from './readDocument.ts';

const document = openApiDocument({ version: '0.0.0', serverUrl: basePath });
const reader = readDocument(document as object as ApiDocument);

describe('the OpenAPI document', () => {
  it('describes every operation and every event once, and the operations that need no key', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(reader.operations.map(({ operationId }) => operationId).sort()).toEqual(
      [
        ...operations.map(({ resource, name }) => `${resource}.${name}`),
        'service.document',
        'service.health',
      ].sort(),
    );
    expect(Object.keys(document.webhooks)).toEqual(eventTypes);
  });

  it.each(operations.map((one) => [`${one.resource}.${one.name}`, one.operation] as const))(
    'accepts the sample of the input of %s, and nothing else',
    (id, operation) => {
      const { input, path } = operation;
      const { parameters, body } = reader.operations.find(({ operationId }) => operationId === id)!;
      const inPath = pathFields(path);
      const sample = Object.entries(sampleOf(input) as Record<string, unknown>);
      const ofPath = sample.filter(([name]) => inPath.includes(name));
      const rest = sample
        .filter(([name]) => !inPath.includes(name))
        .map(([name, value]) => [wireName(input, name), value] as const);
      const named = (place: string) => parameters.filter((one) => one.in === place);
      expect(named('path').map(({ name, required }) => [name, required])).toEqual(
        inPath.map((name) => [name, true]),
      );
      for (const [name, value] of [...ofPath, ...(hasBody(operation) ? [] : rest)]) {
        const parameter = parameters.find((one) => one.name === name)!;
        expect(reader.listFaults([...parameter.at, 'schema'], value)).toEqual([]);
      }
      if (!hasBody(operation) || rest.length === 0) {
        expect(body).toBeUndefined();
        return;
      }
      const given = Object.fromEntries(rest);
      expect(reader.findBodyFaults(body!, 'application/json', given)).toEqual([]);
      expect(reader.findBodyFaults(body!, 'application/json', { ...given, none: 1 })).toHaveLength(
        1,
      );
    },
  );

  it('lets no body have an undocumented field', () => {
    const bodies = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap((operation) => {
        const { requestBody } = operation as {
          requestBody?: { content: Record<string, { schema: object }> };
        };
        return Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
      }),
    );
    expect(bodies.length).toBeGreaterThanOrEqual(15);
    for (const schema of bodies) expect(schema).toMatchObject({ additionalProperties: false });
  });

  it('never lists the fields of an object next to a choice, which generators take for the type', () => {
    const found: string[] = [];
    JSON.stringify(document, (key, value: unknown) => {
      if (typeof value !== 'object' || value === null || !('properties' in value)) return value;
      if ('oneOf' in value || 'anyOf' in value) found.push(key);
      return value;
    });
    expect(found).toEqual([]);
  });

  it('requires no choice of fields, and no number of entries, in a response', () => {
    const { schemas } = document.components as { readonly schemas: object };
    expect(JSON.stringify(schemas)).not.toMatch(/"(allOf|minProperties)"/);
    expect(JSON.stringify(document.paths)).toMatch(/"allOf".*"minProperties"/);
  });

  it.each(['order-1042', 'a b', '~'.repeat(255), '', '  ', '~'.repeat(256), 'tab\tin', 'é'])(
    'accepts the idempotency key "%s" if and only if the service does',
    (key) => {
      const at = ['components', 'parameters', 'IdempotencyKey', 'schema'];
      expect(reader.listFaults(at, key).length === 0).toBe(isIdempotencyKey(key));
    },
  );
});
