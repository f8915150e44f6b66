import { randomBytes } from 'node:crypto';
import type { Bundle, PlainInputField, ZObject } from 'zapier-platform-core';
import { ApiError } from '@textloom/shared/client';
import { genuineEvent } from '@textloom/shared/connector/delivery';
import { isFirst, seenKey } from '@textloom/shared/connector/seenEvents';
import {
  eventSchema,
  eventSchemaOf,
  events,
  fromWire,
  type Event,
  type EventType,
  type ObjectSchema,
  type WebhookFilter,
} from '@textloom/shared/contract';
import { outputFields } from '../fields/fields.ts';
import { outputOf, sampleOutput } from '../fields/outputOf.ts';
import { withClient } from '../connection/withClient.ts';

/** What the events of one kind tell of: all of them the same. */
const dataOf = {
  message: events['message.received'].data,
  contact: events['contact.created'].data,
  registration: events['registration.approved'].data,
} as const;
type Kind = keyof typeof dataOf;
type TypeOf<K extends Kind> = Extract<EventType, `${K}.${string}`>;
type EventOf<K extends Kind> = Event<TypeOf<K>>;

const { id, timestamp } = eventSchemaOf('message.received').properties;

interface HookPlan<K extends Kind> {
  readonly kind: K;
  /** The fields of the message, contact or registration that the trigger shows. */
  readonly shown: readonly Exclude<keyof (typeof dataOf)[K]['properties'], 'id'>[];
  /** What the user chose to be told of. */
  readonly wanted: (bundle: Bundle) => readonly TypeOf<K>[];
  readonly inputFields?: PlainInputField[];
  /** What the service sorts out before it delivers. */
  readonly filter?: (bundle: Bundle) => WebhookFilter | undefined;
  /** Whether past events pass that filter, which the service has for webhooks only. */
  readonly isFiltered?: (event: EventOf<K>, bundle: Bundle) => boolean;
  /** What the service cannot sort out. */
  readonly isMeant?: (event: EventOf<K>, bundle: Bundle) => boolean;
  /** What makes the contract's sample one of these events. */
  readonly example: Partial<EventOf<K>['data']> & { readonly timestamp?: string };
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

/**
 * A setting of the app on Zapier for the day that Zapier hands deliveries on altered: `off` starts
 * Zaps without a look at the signature, and any other value or none means that it is checked.
 */
const signaturesSetting = 'WEBHOOK_SIGNATURES';

/**
 * How long a Zap remembers a delivery. The sender's clock may be ahead or behind by the tolerance, so
 * a delivery stays valid for twice that time. If the Zap forgot it earlier, a replay would start it again.
 */
const rememberedSeconds = 2 * toleranceSeconds;

/** How many past events the editor offers as test data. */
const shownInEditor = 10;

/** Of how many past events they are picked. */
const readForEditor = 100;

/** A trigger that the API calls: one subscription of its own for each Zap. */
export function hook<const K extends Kind>({
  kind,
  shown,
  wanted,
  inputFields = [],
  filter = () => undefined,
  isFiltered = () => true,
  isMeant = () => true,
  example,
}: { readonly kind: K } & HookPlan<NoInfer<K>>) {
  const { title, properties }: ObjectSchema & { title: string } = dataOf[kind];
  const noun = title.replace(' Event Data', '');
  const ownId = `${kind}_id`;
  const schema: ObjectSchema = {
    type: 'object',
    properties: {
      id: { ...id, title: 'Event ID' },
      [ownId]: { ...properties.id!, title: `${noun} ID` },
      ...Object.fromEntries(shown.map((name) => [name, properties[name as string]!])),
      timestamp,
    },
  };
  const itemOf = ({ id, timestamp, data }: EventOf<Kind>) =>
    outputOf(schema, { ...data, id, timestamp, [ownId]: data.id }) as { id: string };
  const isWanted = (event: Event, bundle: Bundle): event is EventOf<K> => {
    const types: readonly EventType[] = wanted(bundle);
    return types.includes(event.type) && isMeant(event as EventOf<K>, bundle);
  };

  return {
    type: 'hook' as const,
    inputFields,
    outputFields: outputFields(schema),
    sample: sampleOutput(schema, { [ownId]: properties.id!.examples![0], ...example }),

    performSubscribe: withClient(async (client, bundle): Promise<Subscription> => {
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      const webhook = await client.webhook.create({
        url: bundle.targetUrl!,
        events: [...wanted(bundle)],
        filter: filter(bundle),
        secret,
      });
      return { id: webhook.id, secret };
    }, inputFields),

    performUnsubscribe: withClient(async (client, bundle) => {
      const id = subscriptionOf(bundle)?.id;
      if (id) await client.webhook.delete({ id }).catch(unlessGone);
      return {};
    }),

    performList: withClient(async (client, bundle) => {
      const type = [...wanted(bundle)];
      const { data } = await client.event.list({ type, limit: readForEditor });
      return data
        .filter((event) => isWanted(event, bundle))
        .filter((event) => isFiltered(event, bundle))
        .slice(0, shownInEditor)
        .map(itemOf);
    }, inputFields),

    perform: async (z: ZObject, bundle: Bundle) => {
      const event = readDelivery(z, bundle);
      if (!event || !isWanted(event, bundle)) return [];
      const key = seenKey(String(subscriptionOf(bundle)?.id), event);
      return (await isFirst(seenEvents(z), key)) ? [itemOf(event)] : [];
    },
  };
}

/** The event of a signed delivery; a forged one is dropped in silence, for an error would let a forger turn the Zap off. */
function readDelivery(z: ZObject, bundle: Bundle): Event | undefined {
  if (process.env[signaturesSetting] === 'off')
    return fromWire(eventSchema, bundle.cleanedRequest) as Event | undefined;
  const { headers = {}, content: body = '' } = bundle.rawRequest ?? {};
  return genuineEvent(
    { headers, body },
    {
      secret: subscriptionOf(bundle)?.secret,
      toleranceSeconds,
      now: Date.now(),
      // Zapier hands `Webhook-Id` on as `Http-Webhook-Id`.
      headerPrefix: 'http-',
      onRefused: (reason) => z.console.log(`A delivery was ignored. ${reason}.`),
    },
  );
}

/** The deliveries that the Zap has handled. Of two simultaneous runs, only one adds a delivery. */
const seenEvents = (z: ZObject) => ({
  add: (key: string) => z.cache.set(key, true, rememberedSeconds, ['auth'], true),
});

/** Zapier's type knows no more than the id. */
const subscriptionOf = ({ subscribeData }: Bundle) =>
  subscribeData as Partial<Subscription> | undefined;

function unlessGone(error: unknown): void {
  const gone = error instanceof ApiError && [404, 410].includes(error.status);
  if (!gone) throw error;
}
