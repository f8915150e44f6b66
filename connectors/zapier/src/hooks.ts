import { randomBytes } from 'node:crypto';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { ApiError } from '@textloom/shared/client';
import {
  eventSchemaOf,
  type Event,
  type MessageEventData,
  type ObjectSchema,
  type statusEventTypes,
} from '@textloom/shared/contract';
import { verifyWebhook, WebhookVerificationError } from '@textloom/shared/webhooks';
import { outputFields } from './fields.ts';
import { outputOf, sampleOutput } from './outputOf.ts';
import { withClient } from './withClient.ts';

type MessageEventType = 'message.received' | (typeof statusEventTypes)[number];
type MessageEvent = Event<MessageEventType>;

const { id, timestamp, data } = eventSchemaOf('message.received').properties;
const { id: messageId, ...message } = data.properties;

interface HookPlan {
  /** The fields of the message that the trigger shows. */
  readonly shown: readonly (keyof typeof message)[];
  /** What the user chose to be told of. */
  readonly wanted: (bundle: Bundle) => readonly MessageEventType[];
  /** What makes the contract's sample of a message one of these events. */
  readonly example: Partial<MessageEventData> & { readonly timestamp?: string };
}

/** What performSubscribe returns; Zapier keeps it with the Zap and hands it to the others. */
interface Subscription {
  readonly id: string;
  readonly secret: string;
}

/**
 * Zapier delays and replays deliveries, while a Zap is paused for example: five minutes, as the
 * standard advises, would lose genuine events. The secret is this Zap's alone.
 */
const toleranceSeconds = 24 * 60 * 60;

/** How many past events the editor offers as test data. */
const shownInEditor = 10;

/** A trigger that the API calls: one subscription of its own for each Zap. */
export function messageHook({ shown, wanted, example }: HookPlan) {
  const schema: ObjectSchema = {
    type: 'object',
    properties: {
      id: { ...id, title: 'Event ID' },
      message_id: { ...messageId, title: 'Message ID' },
      ...Object.fromEntries(shown.map((name) => [name, message[name]])),
      timestamp,
    },
  };
  const itemOf = ({ id, timestamp, data }: MessageEvent) =>
    outputOf(schema, { ...data, id, timestamp, message_id: data.id }) as { id: string };
  const isWanted = (event: Event, bundle: Bundle): event is MessageEvent =>
    wanted(bundle).some((type) => type === event.type);

  return {
    type: 'hook' as const,
    outputFields: outputFields(schema),
    sample: sampleOutput(schema, { message_id: messageId.examples[0], ...example }),

    performSubscribe: withClient(async (client, bundle): Promise<Subscription> => {
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      const events = [...wanted(bundle)];
      const webhook = await client.webhook.create({ url: bundle.targetUrl!, events, secret });
      return { id: webhook.id, secret };
    }),

    performUnsubscribe: withClient(async (client, bundle) => {
      const id = subscriptionOf(bundle)?.id;
      if (id) await client.webhook.delete({ id }).catch(unlessGone);
      return {};
    }),

    performList: withClient(async (client, bundle) => {
      const type = [...wanted(bundle)];
      const { data } = await client.event.list({ type, limit: shownInEditor });
      return data.flatMap((event) => (isWanted(event, bundle) ? [itemOf(event)] : []));
    }),

    perform: (z: ZObject, bundle: Bundle) => {
      const event = genuineEvent(z, bundle);
      return event && isWanted(event, bundle) ? [itemOf(event)] : [];
    },
  };
}

/** The event of a signed delivery; a forged one is dropped in silence, for an error would let a forger turn the Zap off. */
function genuineEvent(z: ZObject, bundle: Bundle): Event | undefined {
  const { headers = {}, content = '' } = bundle.rawRequest ?? {};
  // Zapier hands `Webhook-Id` on as `Http-Webhook-Id`.
  const header = (name: string) =>
    Object.entries(headers).find(
      ([given]) => given.toLowerCase().replace(/^http-/, '') === name.toLowerCase(),
    )?.[1];
  try {
    const secret = subscriptionOf(bundle)?.secret;
    return verifyWebhook({ header, body: content }, secret ? [secret] : [], {
      toleranceSeconds,
      now: Date.now(),
    });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    z.console.log(`A delivery was ignored. ${error.message}.`);
    return undefined;
  }
}

/** Zapier's type knows no more than the id. */
const subscriptionOf = ({ subscribeData }: Bundle) =>
  subscribeData as Partial<Subscription> | undefined;

function unlessGone(error: unknown): void {
  const gone = error instanceof ApiError && [404, 410].includes(error.status);
  if (!gone) throw error;
}
