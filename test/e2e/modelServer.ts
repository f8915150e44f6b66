import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** Replaces OpenAI's language model. It calls the first tool that it is offered and then ends. */
export async function startModel() {
  /** Holds the result of each call. */
  const notified: string[] = [];
  const server = createServer((request, response) => {
    void read(request).then(({ messages, tools }) => {
      const last = messages.at(-1);
      const isAnswered = last?.role === 'tool';
      if (isAnswered) notified.push(JSON.stringify(last.content));
      const args = JSON.stringify({ toolParameters: {}, hitlParameters: {} });
      const call = { name: tools?.[0]?.function.name, arguments: args };
      const message = isAnswered
        ? { role: 'assistant', content: 'Done' }
        : {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: `call_${notified.length}`, type: 'function', function: call }],
          };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          id: 'chat',
          object: 'chat.completion',
          created: 0,
          model: 'any',
          choices: [{ index: 0, message, finish_reason: isAnswered ? 'stop' : 'tool_calls' }],
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
        }),
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    told: notified,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks = (await request.toArray()) as Buffer[];
  return JSON.parse(Buffer.concat(chunks).toString()) as Asked;
}
