import {
  basePath,
  fromWire,
  operations,
  type Operation,
  type Resource,
} from '@textloom/shared/contract';
import { openApiDocument } from '@textloom/shared/openapi';
import { buildExample } from '../../../service/docs/buildExample.ts';
import {
  listParameters,
  listRoutes,
  type OpenApi,
  type Route,
} from '../../../service/docs/openApi.ts';
import { defaultOrigin } from '../../../service/docs/origin.ts';
import type { SampleLanguage } from '../../../service/docs/renderSamples.ts';
import { version } from '../../../service/lib/version.ts';
import { camel, listFields, identifier, plural, snake, type Field } from '../sdks/names.ts';
import { formatLiteral, javascript, php, python, surround } from './literals.ts';

/** A call of an operation with values for some of its fields. */
interface SampleCall {
  readonly resource: Resource;
  readonly name: string;
  readonly operation: Operation;
  readonly fields: readonly (Field & { readonly value: unknown })[];
}

/**
 * Generates a call of each operation with the client of each language. The values are those of the
 * sample for curl.
 */
export function generateSamples(): Record<string, string> {
  // The document describes itself with types that are too narrow to search it.
  const document = openApiDocument({ version, serverUrl: basePath }) as object as OpenApi;
  const routes = new Map(listRoutes(document).map((route) => [route.operation.operationId, route]));
  const samples = operations.map(({ resource, name, operation }) => {
    const id = `${resource}.${name}`;
    const values = buildExampleValues(document, routes.get(id)!);
    // Only fields outside the path have other names on the wire.
    const fields = listFields(operation)
      .map((field) => ({ ...field, key: field.inPath ? field.name : field.wire }))
      .filter(({ key }) => key in values)
      .map((field) => ({ ...field, value: values[field.key] }));
    const call = { resource, name, operation, fields };
    const written: Readonly<Record<SampleLanguage, string>> = {
      node: formatNode(call),
      python: formatPython(call),
      php: formatPhp(call),
    };
    return [id, written] as const;
  });
  return {
    'service/docs/samples.generated.json': `${JSON.stringify(Object.fromEntries(samples), null, 2)}\n`,
  };
}

/** Returns the values that the sample for curl sends, with their names on the wire. */
function buildExampleValues(
  document: OpenApi,
  { operation }: Route,
): Readonly<Record<string, unknown>> {
  const parameters = listParameters(document, operation)
    .filter(({ required }) => required)
    .map(({ name, schema }) => [name, buildExample(document, schema)] as const);
  const schema = operation.requestBody?.content['application/json']?.schema;
  return {
    ...(schema && (buildExample(document, schema, true) as object)),
    ...Object.fromEntries(parameters),
  };
}

const baseUrl = defaultOrigin + basePath;

function formatNode({ resource, name, operation, fields }: SampleCall): string {
  const inPath = fields.filter((field) => field.inPath);
  const others = fields.filter((field) => !field.inPath);
  // This client uses the names of the contract.
  const params = others.map((field) => [field.name, fromWire(field.schema, field.value)] as const);
  const inputs = [
    ...inPath.map(({ value }) => formatLiteral(javascript, value)),
    ...(params.length > 0 ? [formatLiteral(javascript, Object.fromEntries(params))] : []),
  ];
  const call = `await textloom.${plural(resource)}.${name}(${inputs.join(', ')});`;
  return `import { Textloom } from 'textloom';

const textloom = new Textloom({
    apiKey: process.env.TEXTLOOM_API_KEY,
    baseUrl: '${baseUrl}',
});
${operation.output ? `const result = ${call}\nconsole.log(result);` : call}
`.replace(/^(?: {4})+/gm, (indent) => '  '.repeat(indent.length / 4));
}

function formatPython({ resource, name, operation, fields }: SampleCall): string {
  const inputs = fields.map((field) => {
    const value = formatLiteral(python, field.value, field.inPath ? '' : '    ');
    return field.inPath ? value : `${identifier(snake(field.name))}=${value}`;
  });
  const call = `client.${plural(resource)}.${identifier(snake(name))}${surround(['(', ')'], inputs, '')}`;
  return `import os

from textloom import Client

client = Client(os.environ["TEXTLOOM_API_KEY"], "${baseUrl}")
${operation.output ? `result = ${call}\nprint(result)` : call}
`;
}

function formatPhp({ resource, name, operation, fields }: SampleCall): string {
  const inputs = fields.map(
    (field) => `${camel(field.name)}: ${formatLiteral(php, field.value, '    ')}`,
  );
  const call = `$textloom->${plural(resource)}->${camel(name)}${surround(['(', ')'], inputs, '')};`;
  return `<?php

require 'vendor/autoload.php';

$textloom = new Textloom\\Client(getenv('TEXTLOOM_API_KEY'), '${baseUrl}');
${operation.output ? `$result = ${call}\nprint_r($result);` : call}
`;
}
