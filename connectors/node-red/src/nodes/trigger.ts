import type { Node, NodeAPI, NodeMessage, NodeStatus } from '@node-red/registry';
import type { ApiError } from '@textloom/shared/client';
import type {
  Event,
  EventType,
  Infer,
  ObjectSchema,
  WebhookFilter,
} from '@textloom/shared/contract';
import { getAccount } from '../connection/account.ts';
import type { Form } from '../forms/form.ts';
import type { Endpoint } from '../webhooks/endpoint.ts';
import { persist } from '../webhooks/persist.ts';
import { receive } from '../webhooks/receive.ts';
import type { Subscriptions } from '../webhooks/subscriptions.ts';
import { testWebhook } from '../webhooks/testWebhook.ts';
import { watchWebhook } from '../webhooks/watchWebhook.ts';
import type { ActionDef } from './action.ts';
import { badge } from './badge.ts';
import { readForm } from './readForm.ts';
import { showError } from './showError.ts';

/** Connects the nodes with subscriptions to Node-RED and to the endpoint. */
export interface Hub {
  readonly RED: NodeAPI;
  readonly endpoint: Endpoint;
  readonly subscriptions: Subscriptions;
  /** How often a node checks that its webhook still exists, in milliseconds. */
  readonly watchMs?: number;
}

/** The service disables a webhook only after days without a delivery. */
const hourMs = 3_600_000;

interface Plan<S extends ObjectSchema, T extends EventType> {
  /** Returns what to subscribe to. */
  readonly wanted: (input: Infer<S>) => {
    readonly events: readonly T[];
    readonly filter?: WebhookFilter;
    readonly burst_seconds?: number | null | undefined;
  };
  /** Filters events that the service cannot filter. */
  readonly accepts?: (data: Event<T>['data'], input: Infer<S>) => boolean;
  readonly toMessage: (event: Event<T>) => Pick<NodeMessage, 'payload' | 'topic'>;
  readonly toBadge: (data: Event<T>['data']) => NodeStatus;
}

/** Registers a node that starts flows with events. */
export function registerTrigger<const S extends ObjectSchema, T extends EventType>(
  hub: Hub,
  form: Form<S>,
  plan: Plan<S, T>,
): void {
  hub.RED.nodes.registerType<Node, ActionDef, object, object>(form.type, function (config) {
    hub.RED.nodes.createNode(this, config);
    const closing = new AbortController();
    const stop = hub.subscriptions.run(this.id);
    this.on('close', () => {
      closing.abort();
      stop();
    });
    start(hub, this, config, form, plan, closing.signal).catch((error: unknown) => {
      if (!closing.signal.aborted) showError(this, form, error);
    });
  });
}

/** Subscribes the node, and starts the flow with each delivery. */
async function start<const S extends ObjectSchema, T extends EventType>(
  { RED, endpoint, subscriptions, watchMs = hourMs }: Hub,
  node: Node,
  config: ActionDef,
  form: Form<S>,
  { wanted, accepts = () => true, toMessage, toBadge }: Plan<S, T>,
  signal: AbortSignal,
): Promise<void> {
  node.status(badge('connecting'));
  const { client, createUrl, deriveSecret } = getAccount(RED, config.account);
  const input = await readForm(RED, node, form, { ...config });
  if (signal.aborted) return;
  const { events, filter = {}, burst_seconds } = wanted(input);
  const url = createUrl(node.id);
  const secret = deriveSecret(url);
  let webhookId: string | undefined;
  const arrival = new AbortController();
  const listen = () => {
    node.status(badge('listening'));
    arrival.abort();
  };
  const close = endpoint.open(node.id, (delivery) =>
    receive(delivery, {
      client,
      url,
      secret,
      warn: (reason) => node.warn(reason),
      webhookId: () => webhookId,
      isOpen: () => !signal.aborted,
      accepts: (event) => {
        if (event.type === 'webhook.test') listen();
        return hasType(event, events) && accepts(event.data, input);
      },
      handle: (event) => {
        const wanted = event as Event<T>;
        // With the same ID, nodes that follow send nothing twice, even if the event starts the flow again.
        node.send({ ...toMessage(wanted), event, _msgid: event.id });
        node.status(toBadge(wanted.data));
      },
    }),
  );
  signal.addEventListener('abort', close);
  const subscribe = async () => {
    webhookId = await subscriptions.create(node.id, { nodeId: node.id, client, url }, async () => {
      if (signal.aborted) return undefined;
      const { id } = await client.webhook.create({
        url,
        secret,
        events: [...events],
        ...(Object.keys(filter).length > 0 && { filter }),
        ...(burst_seconds && { burst_seconds }),
      });
      return id;
    });
  };
  const untilArrival = AbortSignal.any([signal, arrival.signal]);
  const check = async () => {
    const problem = await testWebhook(client, webhookId!, untilArrival);
    if (problem === undefined) listen();
    else showError(node, form, new Error(problem));
  };
  const onRetry = (error: ApiError) => showError(node, form, error);
  await persist(subscribe, onRetry, signal);
  if (webhookId === undefined) return;
  await persist(check, onRetry, untilArrival);
  const onEnd = (what: string) => showError(node, form, new Error(what));
  await watchWebhook(client, webhookId, watchMs, { onEnd, onReturn: listen }, signal);
}

const hasType = <T extends EventType>(event: Event, types: readonly T[]): event is Event<T> =>
  (types as readonly EventType[]).includes(event.type);
