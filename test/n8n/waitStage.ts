import type { IDataObject, IWebhookResponseData } from 'n8n-workflow';
import {
  contract,
  createEventSchema,
  deliveryDelays,
  sampleOf,
  toWire,
  type Event,
} from '@textloom/shared/contract';
import { deriveWebhookSecret, signWebhook } from '@textloom/shared/webhooks';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import type { Asked, FarSide } from './farSide.ts';
import type { n8nHost } from './n8nHost.ts';

export type Host = ReturnType<typeof n8nHost>;

export const node = new Textloom();
export const webhook = sampleOf(contract.webhook.create.output);
export const hour = 3_600_000;
/** The latest time of the sixth attempt at a delivery after the first one, in milliseconds. */
export const sixthAttempt = deliveryDelays
  .slice(0, 5)
  .reduce((sum, delay) => sum + delay * 1_200, 0);

export const page = (data: readonly object[]) => ({
  status: 200,
  body: { data, next_cursor: null },
});

/** Accepts all requests for webhooks. */
export function answerOfWebhooks({ path, messages }: Asked, listed: object = webhook) {
  if (path === '/webhooks') return { status: 201, body: webhook };
  if (path.startsWith('/webhooks?')) return page([listed]);
  return 'expires_at' in messages[0]! ? { status: 200, body: webhook } : { status: 204, body: {} };
}

export const pathsOf = ({ asked }: FarSide) => asked.map(({ path }) => path.replace(/\?.*/, '?'));

/** Runs the node, and returns its output and what n8n keeps of an execution that waits. */
export async function run(host: Host, input?: IDataObject[]) {
  const context = host.execute(input);
  const [output] = await node.execute.call(context);
  const { waitTill } = (context as unknown as { runExecutionData: { waitTill?: Date } })
    .runExecutionData;
  return { output: output!, waitTill, left: context.getExecuteData().data.main![0]! };
}

export const secretOf = (wait: string, apiKey = 'tl_key') =>
  deriveWebhookSecret(apiKey, `n8n:reply:${wait}`);
export const now = () => Math.floor(Date.now() / 1000);

export interface Delivery {
  /** The first message of the wait, and the message whose subscription delivers. */
  readonly wait?: string;
  readonly message?: string;
  readonly secret?: string;
  readonly timestamp?: number;
}

/** Delivers an event to a waiting execution. */
export function deliver(
  host: Host,
  event: Event,
  { wait = 'msg_3', message = wait, secret = secretOf(wait), timestamp = now() }: Delivery = {},
) {
  const body = JSON.stringify(toWire(createEventSchema(event.type), event));
  const headers = signWebhook({ id: event.id, timestamp, body }, [secret]);
  return take(host, headers, body, { message, wait });
}

/** Passes a request to a waiting execution, and returns what the node and n8n respond. */
export async function take(
  host: Host,
  headers: Record<string, string>,
  body: string,
  query: Record<string, string>,
) {
  const { context, answered, finish } = host.webhook({
    headers,
    rawBody: Buffer.from(body),
    query,
  });
  return { result: await node.webhook.call(context), answered, finish };
}

export const getOutput = ({ result }: { readonly result: IWebhookResponseData }) =>
  result.workflowData?.[0];
