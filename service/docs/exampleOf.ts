import { nameOf, type ApiSchema, type OpenApi } from './openApi.ts';

/** A value that a schema accepts; `brief` leaves out what is not required, as one does in a request. */
export function exampleOf(document: OpenApi, schema: ApiSchema, brief = false): unknown {
  const { $ref, examples, anyOf, oneOf, items, properties } = schema;
  if (examples) return examples[0];
  if ($ref !== undefined) return exampleOf(document, document.components.schemas[nameOf($ref)]!);
  if (properties) {
    // An object in a request is shown whole: what its parts need of each other no schema tells.
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

/** What is required and the first of what excludes each other; where nothing is, the first of all. */
function briefNames({ properties = {}, required = [], oneOf }: ApiSchema): string[] {
  const needed = [...(oneOf?.[0]?.required ?? []), ...required];
  return needed.length > 0 ? needed : Object.keys(properties).slice(0, 1);
}
