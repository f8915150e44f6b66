import { EventEmitter } from 'node:events';
import type { Node, NodeAPI, NodeContext } from '@node-red/registry';
import { createClient } from '@textloom/shared/client';
import { deriveWebhookSecret } from '@textloom/shared/webhooks';
import { createOrder } from '../../connectors/node-red/src/connection/account.ts';
import { createHost } from '../../connectors/node-red/src/connection/host.ts';
import type { Endpoint, Receiver } from '../../connectors/node-red/src/webhooks/endpoint.ts';
import { createSubscriptions } from '../../connectors/node-red/src/webhooks/subscriptions.ts';

type Message = Readonly<Record<string, unknown>> & { readonly _msgid: string };
type Values = Readonly<Record<string, unknown>>;

/** A node as a test drives it. */
export interface Driven {
  readonly id: string;
  /** The messages that the node sends on, in their order. */
  readonly sent: unknown[];
  readonly errors: string[];
  /** The texts of the badges, in their order. */
  readonly badges: unknown[];
  /** Passes a message to the node, and resolves when the node is done with it. */
  readonly input: (msg: Message) => Promise<void>;
  readonly close: () => void;
}

/**
 * Stands for Node-RED, which keeps the contexts of nodes when it starts flows again.
 *
 * @param account the settings of the account with the ID `account`, if there is one
 */
export function createTestHost(account?: { readonly baseUrl: string; readonly apiKey: string }) {
  const contexts = new Map<string, Map<string, unknown>>();
  const createContext = (id: string) => {
    const values = contexts.get(id) ?? new Map<string, unknown>();
    contexts.set(id, values);
    return {
      get: (key: string, done: (error: null, value: unknown) => void) =>
        done(null, values.get(key)),
      set: (key: string, value: unknown, done: (error: null) => void) => {
        if (value === undefined) values.delete(key);
        else values.set(key, structuredClone(value));
        done(null);
      },
      keys: (done: (error: null, keys: string[]) => void) => done(null, [...values.keys()]),
    };
  };
  const events = new EventEmitter();
  const constructors = new Map<string, (this: object, config: object) => void>();
  const createUrl = (path: string) => `https://red.example.com/textloom/${path}`;
  const deriveSecret = (url: string) => deriveWebhookSecret(account?.apiKey ?? '', url);
  const inOrder = createOrder();
  const RED = {
    events,
    nodes: {
      registerType: (type: string, constructor: (this: object, config: object) => void) =>
        constructors.set(type, constructor),
      createNode: () => undefined,
      getNode: () =>
        account && {
          account: {
            client: createClient(createHost(account)),
            inOrder,
            createUrl,
            deriveSecret,
          },
        },
    },
    util: {
      cloneMessage: (msg: object) => ({ ...msg }),
      evaluateNodeProperty: (
        value: string,
        type: string,
        _node: unknown,
        msg: Values,
        done: (error: unknown, found: unknown) => void,
      ) => {
        const found = { msg: msg[value], num: Number(value), jsonata: msg.evaluated };
        if (type === 'broken') {
          done(new Error('Unknown type'), undefined);
          return;
        }
        if (type === 'jsonata' && msg.evaluated instanceof Error) {
          done(msg.evaluated, undefined);
          return;
        }
        done(null, type in found ? found[type as keyof typeof found] : value);
      },
    },
  };
  const receivers = new Map<string, Receiver>();
  const endpoint: Endpoint = {
    open: (nodeId, receive) => {
      receivers.set(nodeId, receive);
      return () => void receivers.delete(nodeId);
    },
  };
  const warnings: string[] = [];
  const host = RED as object as NodeAPI;
  return {
    RED: host,
    hub: {
      ...{ RED: host, endpoint },
      subscriptions: createSubscriptions(events, (what) => warnings.push(what)),
    },
    createContext,
    /** Returns a node as far as its context. */
    stored: (id: string) => ({ id, context: () => createContext(id) as object as NodeContext }),
    /** Clears the contexts, as a deployment does unless Node-RED stores them in files. */
    clearContexts: () => contexts.clear(),
    receivers,
    createUrl,
    deriveSecret,
    /** Ends a deployment. */
    started: () => events.emit('flows:started'),
    /** Starts a node with the values of its form. */
    create: (type: string, id: string, values: Values = {}): Driven => {
      const sent: unknown[] = [];
      const errors: string[] = [];
      const badges: unknown[] = [];
      const emitter = new EventEmitter();
      const node = Object.assign(emitter, {
        id,
        context: () => createContext(id),
        send: (output: unknown) => sent.push(output),
        error: ({ message }: Error) => errors.push(message),
        warn: (message: string) => errors.push(message),
        status: ({ text }: { readonly text?: string }) => badges.push(text),
      });
      constructors.get(type)!.call(node, { account: 'account', ...values });
      return {
        ...{ id, sent, errors, badges },
        input: (msg) =>
          new Promise((resolve) => {
            emitter.emit(
              'input',
              msg,
              (output: unknown) => sent.push(output),
              (error?: Error) => {
                if (error) errors.push(error.message);
                resolve();
              },
            );
          }),
        close: () => void emitter.emit('close'),
      };
    },
  };
}

/** Returns a node for tests of its form alone. */
export const plainNode = (): Node => new EventEmitter() as EventEmitter & Node;
