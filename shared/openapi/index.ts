import {
  authentication,
  eventTypes,
  operations,
  productName,
  resources,
} from '../contract/index.ts';
import type { Kind, Refer } from './components.ts';
import { describeEvent } from './events.ts';
import { describe, describePublic, publicOperations } from './operations.ts';

interface Options {
  readonly version: string;
  /** The base URL, or its path if the same host serves the document. */
  readonly serverUrl: string;
}

/** Describes the API and its webhooks as an OpenAPI 3.1 document. */
export function openApiDocument({ version, serverUrl }: Options) {
  const components: Partial<Record<Kind, Record<string, object>>> = {};
  const refer: Refer = (kind, name, value) => {
    const named = (components[kind] ??= {});
    if (JSON.stringify((named[name] ??= value)) !== JSON.stringify(value))
      throw new Error(`Two different ${kind} of the OpenAPI document have the name ${name}.`);
    return { $ref: `#/components/${kind}/${name}` };
  };
  const paths: Record<string, Record<string, object>> = {};
  for (const { resource, name, operation } of operations) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(
      refer,
      resource,
      name,
      operation,
    );
  }
  for (const { name, path, ...open } of publicOperations)
    paths[path] = { get: describePublic(refer, name, open) };
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version,
      description:
        'Send and receive text messages, follow their delivery, manage contacts and numbers, and read reports',
      contact: { name: productName },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries({
      ...resources,
      service: 'The service itself; these requests need no API key',
    })
      .map(([name, description]) => ({ name, description }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    security: [{ apiKey: [] }],
    paths,
    webhooks: Object.fromEntries(eventTypes.map((type) => [type, describeEvent(refer, type)])),
    components: { securitySchemes: { apiKey: securityScheme() }, ...components },
  };
}

/** OpenAPI has a separate scheme for bearer tokens. Any other header is an API key in a header. */
const securityScheme = () =>
  authentication.header.toLowerCase() === 'authorization' &&
  authentication.prefix.trim().toLowerCase() === 'bearer'
    ? { type: 'http', scheme: 'bearer' }
    : { type: 'apiKey', in: 'header', name: authentication.header };
