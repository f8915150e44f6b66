import { randomUUID } from 'node:crypto';
import {
  authentication,
  basePath,
  contract,
  headers as names,
  type Message,
  type Webhook,
} from '@textloom/shared/contract';
import type { Connection } from './connection.ts';
import { kannelUser } from './startKannel.ts';

/** How the driver talks to the program that it measures. */
export interface Side {
  /** Asks for a report of each delivered message. Returns a function that ends this. */
  readonly subscribe: (connection: Connection, receiver: string) => Promise<() => Promise<void>>;
  /** Sends a message. Returns its ID, or undefined if the program refused it. */
  readonly send: (connection: Connection, to: string, text: string) => Promise<string | undefined>;
}

/** The secret that signs the webhooks of a run. */
export const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Drives Textloom, or the server that stores nothing. */
export function textloomSide(apiKey: string): Side {
  const head = [`${authentication.header}: ${authentication.prefix}${apiKey}`];
  const json = [...head, 'content-type: application/json'];
  return {
    subscribe: async (connection, url) => {
      const subscription = JSON.stringify({ url, events: ['message.delivered'], secret });
      const path = basePath + contract.webhook.create.path;
      const created = await connection.post(path, json, subscription);
      if (created.status >= 300) throw new Error(`Creating the webhook failed: ${created.body}`);
      const { id } = JSON.parse(created.body) as Webhook;
      const own = basePath + contract.webhook.delete.path.replace('{id}', id);
      return async () => {
        await connection.request('DELETE', own, head);
      };
    },
    send: async (connection, to, text) => {
      const { status, body } = await connection.post(
        basePath + contract.message.send.path,
        [...json, `${names.idempotencyKey}: ${randomUUID()}`],
        JSON.stringify({ to, text }),
      );
      return status === 202 ? (JSON.parse(body) as Message).id : undefined;
    },
  };
}

/** A report after the center of Kannel has accepted the message. */
const accepted = '8';

/** Drives Kannel. It returns no IDs, so the address of each report contains one. */
export function kannelSide(): Side {
  let receiver: string;
  return {
    subscribe: (_, url) => {
      receiver = url;
      return Promise.resolve(() => Promise.resolve());
    },
    send: async (connection, to, text) => {
      const id = randomUUID();
      const { status } = await connection.post(
        '/cgi-bin/sendsms',
        [
          'content-type: text/plain',
          `x-kannel-username: ${kannelUser.name}`,
          `x-kannel-password: ${kannelUser.password}`,
          'x-kannel-from: 12025550100',
          `x-kannel-to: ${to}`,
          `x-kannel-dlr-mask: ${accepted}`,
          `x-kannel-dlr-url: ${receiver}?id=${id}`,
        ],
        text,
      );
      return status === 202 ? id : undefined;
    },
  };
}
