import type { Bundle, PlainInputField } from 'zapier-platform-core';
import { ApiError, type Client } from '@textloom/shared/client';
import {
  contract,
  schema,
  type EventType,
  type Message,
  type ObjectSchema,
} from '@textloom/shared/contract';
import { deduplicationKey, senderField } from '../fields/sharedFields.ts';
import { deliveredExample } from '../fields/resources.ts';
import { halted, ignoreErrorCode } from '../connection/errors.ts';
import { advanced, inputFields } from '../fields/fields.ts';
import { inputOf } from '../fields/inputOf.ts';
import { outputOf, sampleOutput } from '../fields/outputOf.ts';
import { sendOnce } from './sendOnce.ts';
import { withClient } from '../connection/withClient.ts';

/** Zapier keeps a run that waits for 30 days; one less lets it go on before. */
const longestMinutes = 29 * 24 * 60;

const { contact_id, send_at, ...properties } = contract.message.send.input.properties;
const form = schema({
  type: 'object',
  properties: {
    ...properties,
    time_limit: {
      type: 'integer',
      title: 'Time Limit',
      description: `Minutes to wait before the run continues without a reply. If empty, ${longestMinutes} (29 days)`,
      minimum: 1,
      maximum: longestMinutes,
    },
    deduplication_key: deduplicationKey,
  },
  required: ['to', 'text'],
});

const notWaiting =
  'The service accepted the message but could not set up the wait. To see what happens to the message, use Find Message. A replay of this run sends it again, unless Deduplication Key is filled in.';

interface WaitPlan {
  /** How the form shows some of its fields. */
  readonly plan: {
    readonly [name in keyof typeof form.properties]?: Partial<PlainInputField> | false;
  };
  /** What the run goes on with. */
  readonly result: ObjectSchema;
  /** What a test in the editor, which does not wait, shows in place of what is to come. */
  readonly stub?: object;
  /** The events that end the wait. */
  readonly awaited: readonly EventType[];
  /** What has become of the message once it has, or once the time is over; undefined if nothing of what is awaited. */
  readonly outcomeOf: (
    client: Client,
    message: Message,
    isOver: boolean,
  ) => Promise<object | undefined>;
}

/** What Zapier keeps while the run waits. */
interface Waiting {
  readonly id: string;
  readonly webhook_id: string;
}

/** An action that sends a message, and whose run goes on when the service calls back. */
export function wait({ plan, result, stub, awaited, outcomeOf }: WaitPlan) {
  const fields = inputFields(form, {
    to: {},
    text: {},
    from: senderField,
    time_limit: {},
    purpose: {},
    reference: {},
    deduplication_key: {},
    ...plan,
  });
  return {
    inputFields: fields,
    inputFieldGroups: [advanced],
    sample: sampleOutput(result, deliveredExample),

    perform: withClient(async (client, bundle, z) => {
      const {
        deduplication_key: key,
        time_limit: minutes = longestMinutes,
        ...message
      } = inputOf(form, bundle);
      if (!(minutes >= 1 && minutes <= longestMinutes)) {
        const words = `Time Limit must be from 1 to ${longestMinutes} minutes.`;
        throw new z.errors.Error(words, 'invalid_time_limit', 400);
      }
      if (bundle.meta.isLoadingSample)
        return outputOf(result, { ...(await sendOnce(client, message, key)), ...stub });
      // The address is this run's alone: a request under it that Zapier repeats sends nothing again.
      const url = z.generateCallbackUrl();
      const { id, send_at } = await sendOnce(client, message, key ?? url);
      // One that is held for quiet hours is waited for from when it goes out.
      const start = send_at === null ? Date.now() : Date.parse(send_at);
      const webhook = await client.webhook
        .create({
          url,
          events: [...awaited, 'webhook.expired'],
          filter: { message_id: [id] },
          expires_at: new Date(start + minutes * 60_000).toISOString(),
        })
        .catch((error: unknown) => {
          // Whatever it was, Zapier must not repeat the step by itself: the message is sent.
          throw error instanceof ApiError ? new z.errors.Error(notWaiting, error.code) : error;
        });
      return { id, webhook_id: webhook.id } satisfies Waiting;
    }, fields),

    /** The call only wakes the run: what it brings is not believed, but read from the service. */
    performResume: withClient(async (client, bundle, z) => {
      const { id, webhook_id } = waitingOf(bundle);
      const isOver = await isExpired(client, webhook_id);
      const outcome = await outcomeOf(client, await client.message.get({ id }), isOver);
      // It has served its turn, and would expire by itself.
      await client.webhook.delete({ id: webhook_id }).catch(() => undefined);
      if (outcome) return outputOf(result, outcome);
      throw halted(
        z,
        'An unexpected request resumed this run. To see what happened to the message, use Find Message.',
      );
    }),
  };
}

/** Whether the service has ended the wait: a webhook whose time is over gets that event alone, and then is gone. */
async function isExpired(client: Client, id: string): Promise<boolean> {
  const webhook = await client.webhook.get({ id }).catch(ignoreErrorCode('not_found'));
  return webhook === undefined || webhook.events.every((event) => event === 'webhook.expired');
}

/** Zapier's type knows nothing of it. */
const waitingOf = ({ outputData }: Bundle) => outputData as Waiting;
