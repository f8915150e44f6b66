import {
  fromJsonSchema,
  inputRequired,
  inputResponse,
  ResourceTemplate,
  type CallToolResult,
  type ContentBlock,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  type JsonSchemaType,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { createClient } from '@textloom/shared/client';
import { createExclusively } from '@textloom/shared/connector/exclusively';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHost } from '../../../connectors/mcp/host.ts';
import { createConfirmations } from '../../../connectors/mcp/sending/confirmations.ts';
import { createServer } from '../../../connectors/mcp/server.ts';
import { readSettings } from '../../../connectors/mcp/settings.ts';

type Outcome = CallToolResult | InputRequiredResult;

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';
const pause = () => sleep(50);

const text = (words: string): ContentBlock => ({ type: 'text', text: words });
const image: ContentBlock = { type: 'image', data: png, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, words: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType, text: words },
});
const answer = (...content: ContentBlock[]): CallToolResult => ({ content });

const strings = (...names: string[]): JsonSchemaType => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
  required: names,
});
const nothing = strings();

/** Returns our own server with what the conformance suite expects of the server that it tests. */
export function conformanceServer(): McpServer {
  const empty = { data: [], has_more: false, next_cursor: null };
  const transport = () => Promise.resolve({ status: 200, headers: {}, body: empty });
  const server = createServer({
    client: createClient(createHost(transport)),
    settings: readSettings(() => undefined),
    exclusively: createExclusively(),
    ...{ origin: 'https://sms.example.com', queue: 'own' },
    confirmations: createConfirmations('fixture'),
    report: () => undefined,
  });
  addTools(server);
  addElicitations(server);
  addResources(server);
  addPrompts(server);
  server.server.registerCapabilities({ logging: {}, resources: { subscribe: true } });
  for (const method of [
    'logging/setLevel',
    'resources/subscribe',
    'resources/unsubscribe',
  ] as const)
    server.server.setRequestHandler(method, () => ({}));
  return server;
}

function addTools(server: McpServer): void {
  const add = (
    name: string,
    schema: JsonSchemaType,
    run: (args: Record<string, string>, context: ServerContext) => Outcome | Promise<Outcome>,
  ) =>
    server.registerTool(
      name,
      { description: name, inputSchema: fromJsonSchema<Record<string, string>>(schema) },
      run,
    );
  add('test_simple_text', nothing, () =>
    answer(text('This is a simple text response for testing.')),
  );
  add('test_image_content', nothing, () => answer(image));
  add('test_audio_content', nothing, () =>
    answer({ type: 'audio', data: wav, mimeType: 'audio/wav' }),
  );
  add('test_embedded_resource', nothing, () =>
    answer(
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ),
  );
  add('test_multiple_content_types', nothing, () =>
    answer(
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ),
  );
  add('test_tool_with_logging', nothing, async (_, { mcpReq }) => {
    for (const line of ['execution started', 'processing data', 'execution completed']) {
      await mcpReq.notify({
        method: 'notifications/message',
        params: { level: 'info', data: `Tool ${line}` },
      });
      await pause();
    }
    return answer(text('Done'));
  });
  add('test_error_handling', nothing, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  add('test_tool_with_progress', nothing, async (_, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        });
      await pause();
    }
    return answer(text('Done'));
  });
  add('test_reconnection', nothing, async (_, { http }) => {
    http?.closeSSE?.();
    await pause();
    return answer(text('Done'));
  });
  add('test_sampling', strings('prompt'), ({ prompt }, { mcpReq }) => {
    const reply = inputResponse(mcpReq.inputResponses, 'reply');
    if (reply.kind === 'sampling')
      return answer(text(`LLM response: ${JSON.stringify(reply.result.content)}`));
    const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt! } }];
    const request = inputRequired.createMessage({ messages, maxTokens: 100 });
    return inputRequired({ inputRequests: { reply: request } });
  });
  add(
    'json_schema_2020_12_tool',
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    },
    () => answer(text('Done')),
  );
}

type Form = ElicitRequestFormParams['requestedSchema'];

function addElicitations(server: McpServer): void {
  const add = (name: string, schema: JsonSchemaType, form: Form, prefix: string) =>
    server.registerTool(
      name,
      { description: name, inputSchema: fromJsonSchema<{ message?: string }>(schema) },
      ({ message = 'Please answer' }, { mcpReq }) => {
        const reply = inputResponse(mcpReq.inputResponses, 'reply');
        if (reply.kind === 'elicit') {
          const { action, content } = reply;
          return answer(text(`${prefix}action=${action}, content=${JSON.stringify(content)}`));
        }
        const request = inputRequired.elicit({ message, requestedSchema: form });
        return inputRequired({ inputRequests: { reply: request } });
      },
    );
  const string = { type: 'string' as const };
  add(
    'test_elicitation',
    strings('message'),
    {
      type: 'object',
      properties: { username: string, email: string },
      required: ['username', 'email'],
    },
    'User response: ',
  );
  add(
    'test_elicitation_sep1034_defaults',
    nothing,
    {
      type: 'object',
      properties: {
        name: { ...string, default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { ...string, enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
    },
    'Elicitation completed: ',
  );
  const titled = ['First', 'Second', 'Third'].map((title, index) => ({
    const: `value${index + 1}`,
    title,
  }));
  const plain = ['option1', 'option2', 'option3'];
  add(
    'test_elicitation_sep1330_enums',
    nothing,
    {
      type: 'object',
      properties: {
        untitledSingle: { ...string, enum: plain },
        titledSingle: { ...string, oneOf: titled },
        legacyEnum: {
          ...string,
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: { type: 'array', items: { ...string, enum: plain } },
        titledMulti: { type: 'array', items: { anyOf: titled } },
      },
    },
    'Elicitation completed: ',
  );
}

function addResources(server: McpServer): void {
  const add = (uri: string, mimeType: string, content: { text: string } | { blob: string }) =>
    server.registerResource(uri, uri, { mimeType }, () => ({
      contents: [{ uri, mimeType, ...content }],
    }));
  add('test://static-text', 'text/plain', {
    text: 'This is the content of the static text resource.',
  });
  add('test://static-binary', 'image/png', { blob: png });
  add('test://watched-resource', 'text/plain', { text: 'Watched' });
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const mimeType = 'application/json';
  server.registerResource('template', template, { mimeType }, ({ href }, { id }) => ({
    contents: [
      {
        uri: href,
        mimeType,
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
      },
    ],
  }));
}

function addPrompts(server: McpServer): void {
  const add = (
    name: string,
    schema: JsonSchemaType,
    contents: (args: Record<string, string>) => ContentBlock[],
  ) =>
    server.registerPrompt(
      name,
      { description: name, argsSchema: fromJsonSchema<Record<string, string>>(schema) },
      (args) => ({
        messages: contents(args).map((content) => ({ role: 'user', content })),
      }),
    );
  add('test_simple_prompt', nothing, () => [text('This is a simple prompt for testing.')]);
  add('test_prompt_with_arguments', strings('arg1', 'arg2'), ({ arg1, arg2 }) => [
    text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  ]);
  add('test_prompt_with_embedded_resource', strings('resourceUri'), ({ resourceUri }) => [
    resource(resourceUri!, 'text/plain', 'Embedded resource content for testing.'),
    text('Please process the embedded resource above.'),
  ]);
  add('test_prompt_with_image', nothing, () => [image, text('Please analyze the image above.')]);
}
