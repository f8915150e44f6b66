import { refName, type ApiSchema, type OpenApi } from './openApi.ts';

/** Returns a value that a schema accepts. `brief` omits optional fields, as requests usually do. */
export function buildExample(document: OpenApi, schema: ApiSchema, brief = false): unknown {
  const { $ref, examples, anyOf, oneOf, items, properties } = schema;
  if (examples) return examples[0];
  if ($ref !== undefined)
    return buildExample(document, document.components.schemas[refName($ref)]!);
  if (properties) {
    // Show objects in a request in full, because schemas do not express dependencies between their
    // fields.
    const entries = (brief ? briefNames(schema) : Object.keys(properties)).map((name) => {
      const property = properties[name]!;
      return [name, buildExample(document, property, brief && property.items !== undefined)];
    });
    return Object.fromEntries(entries);
  }
  const choice = (anyOf ?? oneOf)?.[0];
  if (choice) return buildExample(document, choice);
  if (items) return [buildExample(document, items, brief)];
  return schema.default ?? schema.enum?.[0] ?? exampleByType[String(schema.type)];
}

const exampleByType: Readonly<Record<string, unknown>> = {
  string: 'text',
  integer: 1,
  number: 1,
  boolean: true,
  object: {},
};

/**
 * Returns the required fields and the first of those to choose from, or otherwise the first field.
 */
function briefNames({ properties = {}, required = [], allOf = [] }: ApiSchema): string[] {
  const needed = allOf
    .flatMap(({ oneOf, anyOf }) => (oneOf ?? anyOf)?.[0]?.required ?? [])
    .concat(required);
  return needed.length > 0 ? needed : Object.keys(properties).slice(0, 1);
}
