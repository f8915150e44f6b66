import { nameOf, type ApiSchema, type OpenApi } from './openApi.ts';

/** Returns a value that a schema accepts. `brief` omits optional fields, as requests usually do. */
export function exampleOf(document: OpenApi, schema: ApiSchema, brief = false): unknown {
  const { $ref, examples, anyOf, oneOf, items, properties } = schema;
  if (examples) return examples[0];
  if ($ref !== undefined) return exampleOf(document, document.components.schemas[nameOf($ref)]!);
  if (properties) {
    // Show objects in a request in full, because schemas do not express dependencies between their fields.
    const entries = (brief ? briefNames(schema) : Object.keys(properties)).map((name) => {
      const property = properties[name]!;
      return [name, exampleOf(document, property, brief && property.items !== undefined)];
    });
    return Object.fromEntries(entries);
  }
  const choice = (anyOf ?? oneOf)?.[0];
  if (choice) return exampleOf(document, choice);
  if (items) return [exampleOf(document, items, brief)];
  return schema.default ?? schema.enum?.[0] ?? byType[String(schema.type)];
}

const byType: Readonly<Record<string, unknown>> = {
  string: 'text',
  integer: 1,
  number: 1,
  boolean: true,
  object: {},
};

/** Returns the required fields and the first of mutually exclusive ones, or otherwise the first field. */
function briefNames({ properties = {}, required = [], oneOf }: ApiSchema): string[] {
  const needed = [...(oneOf?.[0]?.required ?? []), ...required];
  return needed.length > 0 ? needed : Object.keys(properties).slice(0, 1);
}
