import type { Node, NodeAPI, NodeDef } from '@node-red/registry';
import { ApiError, createClient, type Client } from '@textloom/shared/client';
import { createExclusively } from '@textloom/shared/connector/exclusively';
import { isBaseUrl } from '@textloom/shared/connector/isBaseUrl';
import { basePath, plainPhone } from '@textloom/shared/contract';
import { deriveWebhookSecret } from '@textloom/shared/webhooks';
import { accountForm } from '../forms/account.ts';
import { createHost } from './host.ts';
import { createTurns } from './turns.ts';

interface Credentials {
  readonly api_key?: string;
}
interface AccountDef extends NodeDef {
  readonly base_url?: string;
  readonly public_url?: string;
}
interface AccountNode extends Node<Credentials> {
  /** The account, or why nothing can use it. */
  account?: Account | Error;
}

/** Calls the service for the nodes that use an account. */
export interface Account {
  readonly client: Client;
  /** Runs the tasks for one phone number one after another, and at most 50 tasks at a time. */
  readonly inOrder: <T>(phone: string, work: () => Promise<T>) => Promise<T>;
  /** Returns the address that leads to a path of the endpoint. */
  readonly createUrl: (path: string) => string;
  /** Returns the secret of the webhook of a URL. */
  readonly deriveSecret: (url: string) => string;
}

/** The folder of the endpoint below the address of the HTTP nodes. */
export const webhookFolder = 'textloom';

/** The time limit of a request includes the time in which the rate limit holds it up. */
const mostAtOnce = 50;

/**
 * Creates the order of an account. Without it, a retry would let a later text overtake an earlier one,
 * and the texts of a long list would reach their time limits.
 */
export function createOrder(): Account['inOrder'] {
  const exclusively = createExclusively((error) => {
    const failure = toFailure(error);
    if (failure) throw failure;
  });
  const takeTurn = createTurns(mostAtOnce, (error) =>
    isAboutOne(error) ? undefined : toFailure(error),
  );
  return (phone, work) => exclusively(plainPhone(phone) ?? phone, () => takeTurn(work));
}

/** After an outage, the texts that waited for another one would all go out too late. */
function toFailure(error: unknown): ApiError | undefined {
  if (!(error instanceof ApiError) || !error.retryable) return undefined;
  const { code, status } = error;
  const message = 'An earlier request failed, so the node did not make this one';
  return new ApiError({ message, code, status, retryable: true, cause: error });
}

/** Returns true if the service can carry out other requests. */
const isAboutOne = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'rate_limited' || error.code === 'idempotency_in_progress');

const noKey = 'The Textloom account has no API key. Open the account and enter one.';
const noBaseUrl = `The base URL of the Textloom account must begin with https:// or http:// and end with the API version, such as https://sms.example.com${basePath}. Open the account and correct it.`;
const noAddress =
  'The service cannot deliver to this Node-RED, because httpNodeRoot is false in settings.js. Set it to a path, such as /, and restart Node-RED.';

/** Registers the node that holds the settings of an account. */
export function registerAccount(RED: NodeAPI): void {
  RED.nodes.registerType<AccountNode, AccountDef, object, Credentials>(
    accountForm.type,
    function (config) {
      RED.nodes.createNode(this, config);
      const apiKey = this.credentials.api_key ?? '';
      const baseUrl = config.base_url ?? '';
      const flaw = apiKey.trim() === '' ? noKey : isBaseUrl(baseUrl) ? undefined : noBaseUrl;
      if (flaw !== undefined) {
        this.account = new Error(flaw);
        return;
      }
      const client = createClient(createHost({ baseUrl, apiKey }));
      const root = config.public_url?.trim() || ownAddress(RED);
      this.account = {
        client,
        inOrder: createOrder(),
        createUrl: (path) => {
          if (RED.settings.httpNodeRoot === false) throw new Error(noAddress);
          return `${root.replace(/\/+$/, '')}/${webhookFolder}/${path}`;
        },
        deriveSecret: (url) => deriveWebhookSecret(apiKey, url),
      };
    },
    { credentials: { api_key: { type: 'password' } } },
  );
}

/** With these values of uiHost, Node-RED listens at all addresses of the machine. */
const everyHost: readonly (string | undefined)[] = [undefined, '', '0.0.0.0', '::'];

/** Returns the address of the HTTP nodes of this Node-RED for programs on the same machine. */
function ownAddress({ settings }: NodeAPI): string {
  const protocol = settings.https ? 'https' : 'http';
  const root = typeof settings.httpNodeRoot === 'string' ? settings.httpNodeRoot : '/';
  const { uiHost: host } = settings;
  const name = everyHost.includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `${protocol}://${name}:${settings.uiPort}${root}`;
}

/** Returns the account that a node uses. Throws if the user has not set it up. */
export function getAccount(RED: NodeAPI, id: string): Account {
  // The type of the host does not say that a node may be missing.
  const node = RED.nodes.getNode(id) as AccountNode | null;
  if (!node?.account)
    throw new Error('No Textloom account is selected. Open the node and select one.');
  if (node.account instanceof Error) throw node.account;
  return node.account;
}
