import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export interface ApiResponse {
  readonly status: number;
  /** The names are in lowercase. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: object;
}

interface Body {
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Response extends Body {
  readonly headers?: Readonly<Record<string, object>>;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly object[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, object>>;
}

/** Describes as much of an OpenAPI 3.1 document as a client must know. */
export interface ApiDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly webhooks: Readonly<
    Record<string, { readonly post: { readonly parameters: readonly Parameter[] } }>
  >;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

export interface ApiOperation extends Omit<Described, 'parameters' | 'responses'> {
  /** The method is in capital letters. */
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Located<Parameter>[];
  readonly body: Located<Body> | undefined;
  /** The keys are the statuses. */
  readonly responses: Readonly<Record<string, Located<Response>>>;
}

/** Adds the location in the document to one of its parts. */
export type Located<T> = T & { readonly at: readonly string[] };

/** Reads an OpenAPI document like a client that knows nothing but its content. */
export function readDocument(document: ApiDocument) {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  // Header values are text.
  const ajvOfText = new Ajv2020({ allErrors: true, strict: false, coerceTypes: true });
  addFormats.default(ajv);
  addFormats.default(ajvOfText);
  const closed = close(document) as object;
  ajv.addSchema(closed, 'document');
  ajvOfText.addSchema(closed, 'document');
  const validators = new Map<string, ValidateFunction>();

  /** Returns the errors of a value by the schema at a location of the document. */
  function listFaults(at: readonly string[], value: unknown, isText = false): string[] {
    const $ref = `document#/${at.map(escape).join('/')}`;
    let validate = validators.get($ref);
    if (!validate) {
      validate = (isText ? ajvOfText : ajv).compile({ $ref });
      validators.set($ref, validate);
    }
    return validate(value) ? [] : [ajv.errorsText(validate.errors)];
  }

  /** Returns the part at a location, or the part that it refers to. */
  function locate<T extends object>(...at: string[]): Located<T> {
    const part = at.reduce<unknown>(
      (all, step) => (all as Record<string, unknown>)[step],
      document,
    );
    const { $ref } = part as { readonly $ref?: string };
    return $ref ? locate(...$ref.split('/').slice(1)) : { ...(part as T), at };
  }

  const operations: readonly ApiOperation[] = Object.entries(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, described]) => {
        const at = ['paths', path, method];
        return {
          ...described,
          method: method.toUpperCase(),
          path,
          parameters: (described.parameters ?? []).map((_, index) =>
            locate<Parameter>(...at, 'parameters', String(index)),
          ),
          body: described.requestBody && locate<Body>(...at, 'requestBody'),
          responses: Object.fromEntries(
            Object.keys(described.responses).map((status) => [
              status,
              locate<Response>(...at, 'responses', status),
            ]),
          ),
        };
      }),
  );

  const basePath = document.servers[0]!.url;
  const patterns = operations
    .map((operation) => ({
      operation,
      pattern: new RegExp(`^${basePath}${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
    }))
    // A path without a template comes before a template that also matches it.
    .sort((a, b) => a.operation.path.split('{').length - b.operation.path.split('{').length);

  /** Finds the operation at an address. A HEAD request has the headers of GET. */
  const operationAt = (method: string, path: string): ApiOperation | undefined =>
    patterns.find(
      ({ operation, pattern }) =>
        operation.method === (method === 'HEAD' ? 'GET' : method) && pattern.test(path),
    )?.operation;

  /** Returns the errors in the response of an operation. A HEAD request has no body to check. */
  function findResponseFaults(
    operation: ApiOperation,
    { status, headers, body }: ApiResponse,
    onlyHead = false,
  ): string[] {
    const response = operation.responses[status];
    if (!response) return ['a status that the document does not describe'];
    const ofHeaders = Object.keys(response.headers ?? {}).flatMap((name) => {
      const header = locate<{ readonly required?: boolean }>(...response.at, 'headers', name);
      const value = headers[name.toLowerCase()];
      if (value === undefined) return header.required ? [`no ${name}`] : [];
      return listFaults([...header.at, 'schema'], value, true).map((fault) => `${name}: ${fault}`);
    });
    if (onlyHead) return ofHeaders;
    return [...ofHeaders, ...findBodyFaults(response, headers['content-type'], body)];
  }

  function findBodyFaults(
    { content, at }: Located<Body>,
    contentType: string | undefined,
    value: unknown,
  ): string[] {
    if (!content) return value === undefined ? [] : ['a body although there should be none'];
    const type = contentType?.split(';')[0];
    if (type === undefined || !content[type]) return [`a body of type ${String(contentType)}`];
    return listFaults([...at, 'content', type, 'schema'], value);
  }

  return {
    document,
    basePath,
    operations,
    operationAt,
    listFaults,
    findResponseFaults,
    findBodyFaults,
  };
}

/** Escapes one step of a JSON Pointer in the fragment of a URI. */
const escape = (step: string): string =>
  encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));

/**
 * Returns the document with every object closed to unknown fields, so that no response has
 * undocumented fields.
 */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== 'object' || value === null) return value;
  const whole = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, close(one)]));
  const isOpen =
    typeof whole.properties === 'object' &&
    whole.type !== undefined &&
    whole.additionalProperties === undefined;
  return isOpen ? { ...whole, additionalProperties: false } : whole;
}
