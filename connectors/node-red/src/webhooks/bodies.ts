import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NodeAPI } from '@node-red/registry';
import { limits } from '@textloom/shared/contract';

type App = NodeAPI['httpNode'];

/** A function of Express that runs before the handlers. */
type Middleware = (
  request: IncomingMessage & { _body?: boolean },
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Keeps the exact bodies of deliveries, because their signature belongs to the bytes. The editor of
 * Node-RED parses every JSON body first, so this runs before the editor, as in the HTTP In node.
 *
 * @param isDelivery returns true for the path of a delivery
 */
export function keepBodies(
  httpNode: App,
  isDelivery: (path: string) => boolean,
): (request: IncomingMessage) => string {
  const bodies = new WeakMap<IncomingMessage, string>();
  const keep: Middleware = (request, response, next) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (request.method !== 'POST' || !isDelivery(path)) {
      next();
      return;
    }
    const readBody = async () => {
      const body = await read(request);
      if (body === undefined) {
        response.writeHead(413, { connection: 'close' }).end();
        return;
      }
      bodies.set(request, body);
      // Parsers of bodies then leave the request alone.
      request._body = true;
      next();
    };
    // A connection that ends early needs no response.
    readBody().catch(() => response.destroy());
  };
  prepend(findRootApp(httpNode), keep);
  return (request) => bodies.get(request) ?? '';
}

/** Returns the application that the application of the HTTP nodes is part of. */
function findRootApp(app: App): App {
  const { parent } = app as { readonly parent?: App };
  return parent ? findRootApp(parent) : app;
}

function prepend(app: App, middleware: Middleware): void {
  app.use(middleware);
  const { stack } = app._router as { readonly stack: { readonly handle: unknown }[] };
  const at = stack.findIndex(({ handle }) => handle === middleware);
  stack.unshift(...stack.splice(at, 1));
}

/** Returns the body, or undefined if it is too large for a delivery. */
async function read(request: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > limits.bodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
