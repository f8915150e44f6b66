import { randomBytes } from 'node:crypto';
import type { Bundle, PlainInputField, ZObject } from 'zapier-platform-core';
import { ApiError, noneIfMissing, type Client } from '@textloom/shared/client';
import { genuineEvent } from '@textloom/shared/connector/events/delivery';
import { isFirst, seenKey, type SeenEvents } from '@textloom/shared/connector/events/seenEvents';
import {
  eventSchema,
  createEventSchema,
  events,
  fromWire,
  limits,
  type Event,
  type EventType,
  type ObjectSchema,
  type WebhookFilter,
} from '@textloom/shared/contract';
import { SituationError } from '../connection/errors.ts';
import { describeResult, toOutput } from '../fields/toOutput.ts';
import { withClient } from '../connection/withClient.ts';
import {
  readOrigin,
  requireEventOfSameAccount,
  requireSameAccount,
  webhookOfOtherAccount,
  type Origin,
} from './otherAccount.ts';

/** Maps each kind of event to its data, which is the same for all events of the kind. */
const dataSchemas = {
  message: events['message.received'].data,
  contact: events['contact.created'].data,
  list: events['list.contact_added'].data,
  registration: events['registration.approved'].data,
  review: events['review.created'].data,
  conversation: events['conversation.opened'].data,
  broadcast: events['broadcast.completed'].data,
  verification: events['verification.approved'].data,
} as const;
type Kind = keyof typeof dataSchemas;
type TypeOf<K extends Kind> = Extract<EventType, `${K}.${string}`>;
type EventOf<K extends Kind> = Event<TypeOf<K>>;

const { id, timestamp } = createEventSchema('message.received').properties;

interface HookPlan<K extends Kind> {
  readonly kind: K;
  /** The fields of the object, such as a message or a broadcast, that the trigger shows. */
  readonly shown: readonly Exclude<keyof (typeof dataSchemas)[K]['properties'], 'id'>[];
  /** Returns the events that the user chose. */
  readonly wanted: (bundle: Bundle) => readonly TypeOf<K>[];
  /** Returns the events that an earlier subscription may have chosen: the wanted ones if absent. */
  readonly accepted?: (bundle: Bundle) => readonly TypeOf<K>[];
  readonly inputFields?: PlainInputField[];
  /** Returns the filter that the service applies before it delivers. */
  readonly filter?: (bundle: Bundle) => WebhookFilter | undefined;
  /** Returns for how many seconds the service joins texts, or undefined if it does not. */
  readonly burstSeconds?: (bundle: Bundle) => number | undefined;
  /** Returns true if a past event passes that filter. The service filters only deliveries to webhooks. */
  readonly passesFilter?: (event: EventOf<K>, bundle: Bundle) => boolean;
  /** Filters events that the service cannot filter. */
  readonly passesConditions?: (event: EventOf<K>, bundle: Bundle) => boolean;
  /** Throws the error of a field that the service would refuse, or that would never start the Zap. */
  readonly check?: (bundle: Bundle, client: Client) => void | Promise<void>;
  /** Fields that the object of the event does not have. `added` returns their values. */
  readonly addedFields?: ObjectSchema['properties'];
  /** Returns values that depend on the event and the fields of the Zap, in addition to the object. */
  readonly added?: (event: EventOf<K>, bundle: Bundle) => Record<string, unknown>;
  /** Turns the contract's sample into one of these events. */
  readonly example: Partial<EventOf<K>['data']> & { readonly timestamp?: string };
}

/** The result of performSubscribe. Zapier stores it with the Zap and passes it to the other functions. */
interface Subscription extends Origin {
  readonly id: string;
  readonly secret: string;
}

/**
 * Zapier delays and replays deliveries, for example while a Zap is paused. The five minutes that the
 * standard recommends would lose genuine events. Only this Zap uses the secret.
 */
const toleranceSeconds = 24 * 60 * 60;

/** A setting of the app on Zapier: only `off` skips the check, in case Zapier alters deliveries. */
const signaturesSetting = 'WEBHOOK_SIGNATURES';

/**
 * A Zap remembers a delivery for this time. The sender's clock may be fast or slow by the tolerance, so
 * a delivery stays valid for twice that time. If the Zap forgot it earlier, a replay would start it again.
 */
const rememberedSeconds = 2 * toleranceSeconds;

/** The number of past events that the editor offers as test data. */
const shownInEditor = 10;
/** The number of past events to choose them from. */
const readForEditor = 100;

/** Creates a trigger that the API calls. Each Zap has a separate subscription. */
export function hook<const K extends Kind>({
  kind,
  shown,
  wanted,
  accepted = wanted,
  inputFields = [],
  filter = () => undefined,
  burstSeconds = () => undefined,
  passesFilter = () => true,
  passesConditions = () => true,
  check = () => undefined,
  addedFields = {},
  added = () => ({}),
  example,
}: { readonly kind: K } & HookPlan<NoInfer<K>>) {
  const { title, properties }: ObjectSchema & { title: string } = dataSchemas[kind];
  const noun = title.replace(' Event Data', '');
  const ownId = `${kind}_id`;
  const schema: ObjectSchema = {
    type: 'object',
    properties: {
      id: { ...id, title: 'Event ID' },
      [ownId]: { ...properties.id!, title: `${noun} ID` },
      ...addedFields,
      ...Object.fromEntries(shown.map((name) => [name, properties[name as string]!])),
      timestamp,
    },
  };
  const toItem = ({ id, timestamp, data }: EventOf<Kind>, more: Record<string, unknown>) =>
    toOutput(schema, { ...data, ...more, id, timestamp, [ownId]: data.id }) as { id: string };
  const isIn = (types: readonly EventType[], event: Event, bundle: Bundle): event is EventOf<K> =>
    types.includes(event.type) && passesConditions(event as EventOf<K>, bundle);

  return {
    type: 'hook' as const,
    inputFields,
    ...describeResult(schema, { [ownId]: properties.id!.examples![0], ...example }),

    performSubscribe: withClient(async (client, bundle): Promise<Subscription> => {
      await check(bundle, client);
      const origin = await readOrigin(client, bundle);
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      const webhook = await client.webhook
        .create({
          url: bundle.targetUrl!,
          events: [...wanted(bundle)],
          filter: filter(bundle),
          burst_seconds: burstSeconds(bundle),
          secret,
        })
        .catch((error: unknown) => {
          const code = error instanceof ApiError && error.code;
          if (code === 'insufficient_scope') throw readOnlyKey();
          throw code === 'limit_reached' ? tooManyWebhooks() : error;
        });
      return { id: webhook.id, secret, ...origin };
    }, inputFields),

    performUnsubscribe: withClient(async (client, bundle) => {
      const subscription = readSubscription(bundle);
      const id = subscription?.id;
      if (!id) return {};
      await client.webhook.delete({ id }).catch((error: unknown) => {
        noneIfMissing(error);
        return requireSameAccount(client, bundle, subscription, webhookOfOtherAccount);
      });
      return {};
    }),

    performList: withClient(async (client, bundle) => {
      await check(bundle, client);
      const [{ scope }, { data }] = await Promise.all([
        client.account.get({}),
        client.event.list({ type: [...wanted(bundle)], limit: readForEditor }),
      ]);
      // This also shows in the editor, before anyone turns the Zap on.
      if (scope === 'read') throw readOnlyKey();
      return data
        .filter((event) => isIn(wanted(bundle), event, bundle))
        .filter((event) => passesFilter(event, bundle))
        .slice(0, shownInEditor)
        .map((event) => toItem(event, added(event, bundle)));
    }, inputFields),

    perform: withClient(async (client, bundle, z) => {
      const event = readDelivery(z, bundle);
      if (!event || !isIn(accepted(bundle), event, bundle)) return [];
      const subscription = readSubscription(bundle);
      await requireEventOfSameAccount(z, client, bundle, subscription);
      const key = seenKey(String(subscription?.id), event);
      return (await isFirst(seenEvents(z), key)) ? [toItem(event, added(event, bundle))] : [];
    }),
  };
}

const readOnlyKey = () =>
  new SituationError({
    message: 'This API key can only read, so it cannot turn on a Zap with this trigger',
    remedy: 'Reconnect the account with an API key whose scope is send.',
    code: 'insufficient_scope',
    status: 403,
  });

const tooManyWebhooks = () =>
  new SituationError({
    message: `This account already has ${limits.webhooks} webhooks, which Zaps, workflows and programs share`,
    remedy:
      'Turn off Zaps that you do not need, or delete webhooks in the console of your service, under Webhooks.',
    code: 'limit_reached',
    status: 409,
  });

/**
 * Returns the event of a signed delivery. Ignores a forged delivery, because an error would let a
 * forger turn the Zap off.
 */
function readDelivery(z: ZObject, bundle: Bundle): Event | undefined {
  if (process.env[signaturesSetting] === 'off')
    return fromWire(eventSchema, bundle.cleanedRequest) as Event | undefined;
  const { headers = {}, content: body = '' } = bundle.rawRequest ?? {};
  return genuineEvent(
    { headers, body },
    {
      secret: readSubscription(bundle)?.secret,
      toleranceSeconds,
      now: Date.now(),
      // Zapier passes `Webhook-Id` on as `Http-Webhook-Id`.
      headerPrefix: 'http-',
      onRefused: (reason) => z.console.log(`A delivery was ignored. ${reason}.`),
    },
  );
}

/**
 * Remembers the deliveries that the Zap has handled. If two runs are simultaneous, only one adds a
 * delivery.
 */
const seenEvents = (z: ZObject): SeenEvents => ({
  add: async (key) => {
    const isNew = await z.cache.set(key, true, rememberedSeconds, ['auth'], true).catch(() => null);
    if (isNew === null)
      z.console.log('Zapier did not store the ID of this event. A repeat can start the Zap again.');
    return isNew;
  },
});

/** Zapier's type contains only the ID. */
const readSubscription = ({ subscribeData }: Bundle) =>
  subscribeData as Partial<Subscription> | undefined;
