import { batchAll } from '../concurrency/batcher.ts';
import { fail } from '../errors/serviceError.ts';
import { readCallback, type CallbackRequest } from '../carriers/callbacks.ts';
import type { Context } from '../core/context.ts';
import { isReadableEvent, type CallbackEvent } from '../store/callbackEvent.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from './clientAddress.ts';
import type { EnforceRateLimit } from './guard.ts';
import { createRefusedCallbacks } from './refusedCallbacks.ts';
import { logFailure } from '../observability/log.ts';

/** The path is missing if the URL has no variable part. */
type Path = { Params: { '*'?: string } };

const maxBatch = 100;
const maxCallbackBytes = 1_048_576;
const noncePattern = /^[\w-]{16,64}$/;

/**
 * Serves `/carriers/{name}/…`, where providers report deliveries and texts. A callback is stored
 * before the response, and the thread that works for the carrier takes it from the queue.
 */
export function serveCallbacks(
  app: FastifyInstance,
  context: Context,
  publicUrl: string,
  enforceRateLimit: EnforceRateLimit,
): void {
  // Signatures cover the octets of the body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const store = storeInBatches(context);
  const refused = createRefusedCallbacks(context, (error) =>
    logFailure(app.log, error, 'counting refused callbacks'),
  );
  app.addHook('onClose', async () => refused.stop());
  const unknown = 'No carrier with this name receives callbacks.';

  for (const { name } of context.carriers.all) {
    const callbacks = context.carriers.callbacks(name);
    if (!callbacks) continue;
    app.get<{ Params: { nonce: string } }>(
      `/carriers/${name}/check/:nonce`,
      async (request, reply) => {
        enforceRateLimit(reply, clientAddress(request.ip));
        const { nonce } = request.params;
        if (!noncePattern.test(nonce)) fail('not_found', { detail: 'Nothing exists at this URL.' });
        return { proof: callbacks.prove(nonce) };
      },
    );
    const handler = async (request: FastifyRequest<Path>, reply: FastifyReply) => {
      const path = request.params['*'] ?? callbacks.textsPath;
      const callback = toCallback(request, path, publicUrl);
      const read = readCallback(callbacks, callback, context.clock());
      if (read === 'forged') {
        // Genuine callbacks have no rate limit, because a refused receipt may never come again.
        refused.count(name, read);
        enforceRateLimit(reply, clientAddress(request.ip));
        return fail('unauthenticated', { detail: 'The signature of the callback is not valid.' });
      }
      if (read === 'unreadable' || !read.every(isReadableEvent)) {
        refused.count(name, 'unreadable');
        request.log.warn({ carrier: name }, 'A genuine callback has an unknown format');
      }
      if (read === 'unreadable')
        return fail('malformed_json', {
          detail: 'Textloom does not recognize the format of this callback.',
        });
      const events = read.filter(isReadableEvent);
      if (events.length > 0) await store({ carrier: name, events });
      return reply.code(200).type(callbacks.reply.type).send(callbacks.reply.body);
    };
    const anyUrl = `/carriers/${name}/*`;
    const serve = (url: string, bodyLimit = maxCallbackBytes) =>
      app.route<Path>({
        method: ['GET', 'POST'],
        url,
        config: { shownUrl: anyUrl },
        bodyLimit,
        handler,
      });
    serve(anyUrl);
    // Only a sender who knows this path can make the service read more before it checks the
    // signature.
    if (callbacks.maxTextBytes)
      serve(`/carriers/${name}/${callbacks.textsPath}`, callbacks.maxTextBytes);
  }

  app.get('/carriers/:name/check/:nonce', async (request, reply) => {
    enforceRateLimit(reply, clientAddress(request.ip));
    return fail('not_found', { detail: unknown });
  });
  app.route({
    method: ['GET', 'POST'],
    url: '/carriers/:name/*',
    handler: async (request, reply) => {
      enforceRateLimit(reply, clientAddress(request.ip));
      return fail('unauthenticated', { detail: unknown });
    },
  });
}

function toCallback(
  { method, raw, headers, body }: FastifyRequest,
  path: string,
  publicUrl: string,
): CallbackRequest {
  return {
    method,
    // The Host header could name anything.
    url: publicUrl + raw.url!,
    path,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value?.toString()]),
    ),
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  };
}

interface Read {
  readonly carrier: string;
  readonly events: readonly CallbackEvent[];
}

/** Stores callbacks that arrive together in one transaction, with one job for each carrier. */
const storeInBatches = ({ db, enqueue, clock }: Context): ((read: Read) => Promise<void>) =>
  batchAll<Read>(maxBatch, async (batch) => {
    const receivedAt = clock().getTime();
    const jobs = [...Map.groupBy(batch, ({ carrier }) => carrier)].map(([carrier, some]) => ({
      data: { carrier, receivedAt, events: some.flatMap(({ events }) => events) },
    }));
    await db.transaction().execute((trx) => enqueue(trx, 'callback', jobs));
  });
