import type { IncomingMessage } from 'node:http';
import type { NodeAPI } from '@node-red/registry';
import { headers } from '@textloom/shared/contract';
import { webhookFolder } from '../connection/account.ts';
import { keepBodies } from './bodies.ts';

/** A request of the service with an event. */
export interface Delivery {
  readonly headers: IncomingMessage['headers'];
  /** The exact body, before any parsing. */
  readonly body: string;
}

/**
 * Handles a delivery, and returns the status code of the response. The address contains the ID of a
 * message if the delivery is about the reply to it.
 */
export type Receiver = (delivery: Delivery, messageId: string) => Promise<number>;

export interface Endpoint {
  /** Passes the deliveries for a node on. Returns a function that ends this. */
  readonly open: (nodeId: string, receive: Receiver) => () => void;
}

/** Matches the end of a path, because users choose what comes before it. */
const deliveryPath = new RegExp(`/${webhookFolder}/([^/]+)(?:/[^/]+)?$`);

/** How long the service waits if the node is not ready, in seconds. */
const pauseSeconds = 10;

/** Opens one address below the HTTP nodes of Node-RED for the deliveries to all nodes. */
export function createEndpoint({ httpNode, log }: Pick<NodeAPI, 'httpNode' | 'log'>): Endpoint {
  const receivers = new Map<string, Receiver>();
  const readBody = keepBodies(httpNode, (path) => {
    const [, node] = deliveryPath.exec(path) ?? [];
    return node !== undefined && receivers.has(node);
  });
  const folder = `/${webhookFolder}/:node`;
  httpNode.post([folder, `${folder}/:message`], (request, response, next) => {
    const { node = '', message = '' } = request.params as { node?: string; message?: string };
    const receive = receivers.get(node);
    // Another node may use this path, or the nodes of another version of this package.
    if (!receive) {
      next();
      return;
    }
    const delivery = { headers: request.headers, body: readBody(request) };
    const handle = async () => receive(delivery, message);
    handle()
      .catch((error: unknown) => {
        log.error(`Textloom could not handle a delivery: ${(error as Error).message}`);
        return 500;
      })
      .then((status) => {
        if (status === 503) response.setHeader(headers.retryAfter, String(pauseSeconds));
        response.status(status).end();
      })
      .catch(() => undefined);
  });
  return {
    open: (nodeId, receive) => {
      receivers.set(nodeId, receive);
      return () => {
        if (receivers.get(nodeId) === receive) receivers.delete(nodeId);
      };
    },
  };
}
