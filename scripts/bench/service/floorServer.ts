import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { Agent, request } from 'undici';
import {
  basePath,
  contract,
  messageSchema,
  sampleOf,
  type Message,
} from '@textloom/shared/contract';
import { signWebhook } from '@textloom/shared/webhooks';

/**
 * The least that a service of this kind does: it parses a message, responds with it, and posts a
 * signed webhook. It checks and stores nothing. Its speed is what the machine allows.
 */
const server = Fastify();
const receivers = new Agent({ connections: 64, pipelining: 1 });
const sample: Message = sampleOf(messageSchema);
let webhook: { readonly url: string; readonly secret: string } | undefined;

server.post(basePath + contract.webhook.create.path, (received, reply) => {
  webhook = received.body as NonNullable<typeof webhook>;
  return reply.code(201).send({ ...webhook, id: 'whk_1' });
});
server.delete(basePath + contract.webhook.delete.path.replace('{id}', ':id'), (_, reply) =>
  reply.code(204).send(),
);
server.post(basePath + contract.message.send.path, (received, reply) => {
  const { to, text } = received.body as Message;
  const message = { ...sample, id: `msg_${randomUUID()}`, to, text };
  setImmediate(() => void deliver(message));
  return reply.code(202).send(message);
});

async function deliver(message: Message): Promise<void> {
  const { url, secret } = webhook!;
  const now = new Date();
  const id = `evt_${randomUUID()}`;
  const event = { id, type: 'message.delivered', timestamp: now.toISOString(), data: message };
  const body = JSON.stringify(event);
  const timestamp = Math.floor(now.getTime() / 1000);
  const headers = signWebhook({ id, timestamp, body }, [secret]);
  const response = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    dispatcher: receivers,
  });
  await response.body.dump();
}

const url = await server.listen({ port: 0, host: '127.0.0.1' });
process.send!(url);
process.on('disconnect', () => process.exit());
