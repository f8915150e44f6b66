/** The part of an OpenAPI document that the reference shows. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: ApiOperation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, ApiSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

export interface ApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Ref>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: ApiSchema;
}

interface Response {
  readonly description: string;
  readonly content?: Content;
}
type Content = Readonly<Record<string, { readonly schema: ApiSchema }>>;
interface Ref {
  readonly $ref: string;
}

export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly items?: ApiSchema;
  readonly anyOf?: readonly ApiSchema[];
  readonly oneOf?: readonly ApiSchema[];
  readonly allOf?: readonly ApiSchema[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly propertyNames?: { readonly maxLength: number };
}

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

export const listRoutes = ({ paths }: OpenApi): Route[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

/** Returns the last part of a reference, which is the name of its target. */
export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

export const listParameters = ({ components }: OpenApi, { parameters = [] }: ApiOperation) =>
  parameters.map((one) => ('$ref' in one ? components.parameters[refName(one.$ref)]! : one));

export const listResponses = ({ components }: OpenApi, { responses }: ApiOperation) =>
  Object.entries(responses).map(([status, one]) => ({
    status,
    ...('$ref' in one ? components.responses[refName(one.$ref)]! : one),
  }));

/** Returns the codes of the problems that an operation can respond with. */
export const listProblemCodes = (document: OpenApi, operation: ApiOperation): string[] =>
  listResponses(document, operation).flatMap(({ content }) =>
    (content?.['application/problem+json']?.schema.properties?.code?.enum ?? []).map(String),
  );
