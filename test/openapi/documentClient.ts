import {
  readDocument,
  type ApiResponse,
  type ApiDocument,
  type ApiOperation,
} from './readDocument.ts';

type Values = Readonly<Record<string, unknown>>;

export interface DocumentClient {
  /**
   * Calls the operation with this summary. The values have the names in the document. Throws if the
   * document has no such operation, or does not describe the response.
   */
  readonly call: (summary: string, values?: Values) => Promise<ApiResponse>;
  /** Returns the summaries of the operations that were not called yet. */
  readonly uncalled: () => string[];
  /** Returns values for the operation with this summary, from the examples in the document. */
  readonly examplesFor: (summary: string) => Record<string, unknown>;
  /**
   * Returns the type of an event that reached a webhook. Throws if the document does not describe
   * the event.
   */
  readonly getEventType: (
    headers: Readonly<Record<string, string | undefined>>,
    body: string,
  ) => string;
}

/**
 * Creates a client that knows nothing of the API except its document: no path, no method, no shape.
 */
export function createDocumentClient(
  origin: string,
  document: ApiDocument,
  apiKey: string,
): DocumentClient {
  const reader = readDocument(document);
  const credentials = listCredentials(document, apiKey);
  const called = new Set<string>();

  function operationCalled(summary: string): ApiOperation {
    const [operation, ...others] = reader.operations.filter((one) => one.summary === summary);
    if (!operation || others.length > 0)
      throw new Error(
        `The document has ${others.length + (operation ? 1 : 0)} operations with the summary "${summary}"`,
      );
    return operation;
  }

  async function call(summary: string, values: Values = {}): Promise<ApiResponse> {
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
      ...given.flatMap(({ name, at }) => reader.listFaults([...at, 'schema'], values[name])),
      ...(body
        ? reader.findBodyFaults(body, 'application/json', inBody)
        : Object.keys(inBody).map((name) => `it has no ${name}`)),
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
      new URL(
        `${reader.basePath}${path}?${new URLSearchParams(valuesIn('query')).toString()}`,
        origin,
      ),
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
    const result = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
    refuse(`the response to ${summary}`, reader.findResponseFaults(operation, result));
    return result;
  }

  function examplesFor(summary: string): Record<string, unknown> {
    const { parameters, body } = operationCalled(summary);
    return {
      ...Object.fromEntries(parameters.map((one) => [one.name, chooseExample(one.schema)])),
      ...(body && (chooseExample(Object.values(body.content!)[0]!.schema) as Values)),
    };
  }

  function getEventType(
    headers: Readonly<Record<string, string | undefined>>,
    body: string,
  ): string {
    const event = JSON.parse(body) as unknown;
    const type = Object.keys(document.webhooks).find((one) => {
      const content = ['requestBody', 'content', 'application/json', 'schema'];
      return (
        reader.listFaults(['webhooks', one, 'post', ...content], event).length === 0 &&
        document.webhooks[one]!.post.parameters.every(({ name }) => headers[name.toLowerCase()])
      );
    });
    if (!type) throw new Error(`The document does not describe this event: ${body}`);
    return type;
  }

  const uncalled = () =>
    reader.operations.map(({ summary }) => summary).filter((summary) => !called.has(summary));

  return { call, uncalled, examplesFor, getEventType };
}

function refuse(what: string, faults: readonly string[]): void {
  if (faults.length > 0)
    throw new Error(`According to the document, ${what}: ${faults.join('; ')}`);
}

/** Returns the header in which the document requires the key. */
function listCredentials({ components }: ApiDocument, apiKey: string): Record<string, string> {
  const [scheme] = Object.values(components.securitySchemes);
  // Schemes may have any case, but Prism knows only Bearer with a capital letter.
  return scheme!.type === 'http'
    ? { authorization: `${scheme!.scheme!.replace(/^bearer$/, 'Bearer')} ${apiKey}` }
    : { [scheme!.name!]: apiKey };
}

const pick = (values: Values, isWanted: (name: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));

interface Schema {
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
}

function chooseExample({ examples, default: byDefault, properties }: Schema): unknown {
  if (examples) return examples[0];
  if (!properties) return byDefault;
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, chooseExample(property)]),
  );
}
