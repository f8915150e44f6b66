import { readDocument, type Answer, type ApiDocument, type ApiOperation } from './readDocument.ts';

type Values = Readonly<Record<string, unknown>>;

export interface DocumentClient {
  /**
   * Does what the document calls so, with values by the names that the document gives them; throws
   * where the document names no such thing, or does not tell of the answer.
   */
  readonly call: (summary: string, values?: Values) => Promise<Answer>;
  /** What the document offers and nobody has called yet. */
  readonly uncalled: () => string[];
  /** Values for what the document calls so, from the examples that it gives. */
  readonly examplesFor: (summary: string) => Record<string, unknown>;
  /** The type of an event that has reached a webhook; throws where the document does not tell of it. */
  readonly eventTypeOf: (
    headers: Readonly<Record<string, string | undefined>>,
    body: string,
  ) => string;
}

/** A client that knows nothing of the API but its document: no path, no method, no shape. */
export function createDocumentClient(
  origin: string,
  document: ApiDocument,
  apiKey: string,
): DocumentClient {
  const reader = readDocument(document);
  const credentials = credentialsOf(document, apiKey);
  const called = new Set<string>();

  function operationCalled(summary: string): ApiOperation {
    const [operation, ...others] = reader.operations.filter((one) => one.summary === summary);
    if (!operation || others.length > 0)
      throw new Error(`The document has ${others.length + (operation ? 1 : 0)} of "${summary}"`);
    return operation;
  }

  async function call(summary: string, values: Values = {}): Promise<Answer> {
    const operation = operationCalled(summary);
    called.add(summary);
    const { method, parameters, body, security } = operation;
    const named = parameters.map(({ name }) => name);
    const inBody = pick(values, (name) => !named.includes(name));
    const given = parameters.filter(({ name }) => name in values);
    refuse(summary, [
      ...parameters
        .filter(({ name, required }) => required && !(name in values))
        .map(({ name }) => `${name} is required`),
      ...given.flatMap(({ name, at }) => reader.faultsOf([...at, 'schema'], values[name])),
      ...(body
        ? reader.faultsOfBody(body, 'application/json', inBody)
        : Object.keys(inBody).map((name) => `it names no ${name}`)),
    ]);
    const valuesIn = (place: string) =>
      given
        .filter((one) => one.in === place)
        .flatMap(({ name }) =>
          [values[name]].flat().map((value): [string, string] => [name, String(value)]),
        );
    const path = valuesIn('path').reduce(
      (left, [name, value]) => left.replace(`{${name}}`, encodeURIComponent(value)),
      operation.path,
    );
    const response = await fetch(
      `${origin}${reader.basePath}${path}?${new URLSearchParams(valuesIn('query')).toString()}`,
      {
        method,
        headers: {
          ...((security ?? [{}]).length > 0 && credentials),
          ...Object.fromEntries(valuesIn('header')),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(inBody) }),
      },
    );
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
    refuse(`the answer to ${summary}`, reader.faultsOfAnswer(operation, answer));
    return answer;
  }

  function examplesFor(summary: string): Record<string, unknown> {
    const { parameters, body } = operationCalled(summary);
    return {
      ...Object.fromEntries(parameters.map((one) => [one.name, exampleOf(one.schema)])),
      ...(body && (exampleOf(Object.values(body.content!)[0]!.schema) as Values)),
    };
  }

  function eventTypeOf(
    headers: Readonly<Record<string, string | undefined>>,
    body: string,
  ): string {
    const event = JSON.parse(body) as unknown;
    const type = Object.keys(document.webhooks).find((one) => {
      const content = ['requestBody', 'content', 'application/json', 'schema'];
      return (
        reader.faultsOf(['webhooks', one, 'post', ...content], event).length === 0 &&
        document.webhooks[one]!.post.parameters.every(({ name }) => headers[name.toLowerCase()])
      );
    });
    if (!type) throw new Error(`The document tells of no such event: ${body}`);
    return type;
  }

  const uncalled = () =>
    reader.operations.map(({ summary }) => summary).filter((summary) => !called.has(summary));

  return { call, uncalled, examplesFor, eventTypeOf };
}

function refuse(what: string, faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(`By the document, ${what}: ${faults.join('; ')}`);
}

/** The header that the document wants the key in. */
function credentialsOf({ components }: ApiDocument, apiKey: string): Record<string, string> {
  const [scheme] = Object.values(components.securitySchemes);
  return scheme!.type === 'http'
    ? { authorization: `${scheme!.scheme} ${apiKey}` }
    : { [scheme!.name!]: apiKey };
}

const pick = (values: Values, isWanted: (name: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));

interface Schema {
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
}

function exampleOf({ examples, default: byDefault, properties }: Schema): unknown {
  if (examples) return examples[0];
  if (!properties) return byDefault;
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, exampleOf(property)]),
  );
}
