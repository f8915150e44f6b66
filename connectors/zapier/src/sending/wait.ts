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

/** Zapier keeps a waiting run for 30 days. With one day less, the run continues before that. */
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
  /** Describes how the form shows some of its fields. */
  readonly plan: {
    readonly [name in keyof typeof form.properties]?: Partial<PlainInputField> | false;
  };
  /** The schema of the result that the run continues with. */
  readonly result: ObjectSchema;
  /** Sample values for a test in the editor, which does not wait for the outcome. */
  readonly stub?: object;
  /** The events that end the wait. */
  readonly awaited: readonly EventType[];
  /** Returns the outcome of the message or of the time limit, or undefined if the wait is not over. */
  readonly outcomeOf: (
    client: Client,
    message: Message,
    isOver: boolean,
  ) => Promise<object | undefined>;
}

/** Zapier stores this while the run waits. */
interface Waiting {
  readonly id: string;
  readonly webhook_id: string;
}

/** Creates an action that sends a message. The run continues when the service calls back. */
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
      // The address is unique to this run, so a repeated request with it as the key sends nothing again.
      const url = z.generateCallbackUrl();
      const { id, send_at } = await sendOnce(client, message, key ?? url);
      // If the message is held for quiet hours, the time limit starts when it is sent.
      const start = send_at === null ? Date.now() : Date.parse(send_at);
      const webhook = await client.webhook
        .create({
          url,
          events: [...awaited, 'webhook.expired'],
          filter: { message_id: [id] },
          expires_at: new Date(start + minutes * 60_000).toISOString(),
        })
        .catch((error: unknown) => {
          // Zapier must not repeat the step after any error, because the message is sent.
          throw error instanceof ApiError ? new z.errors.Error(notWaiting, error.code) : error;
        });
      return { id, webhook_id: webhook.id } satisfies Waiting;
    }, fields),

    /** The call only resumes the run. The app does not trust its content and asks the service instead. */
    performResume: withClient(async (client, bundle, z) => {
      const { id, webhook_id } = waitingOf(bundle);
      const isOver = await isExpired(client, webhook_id);
      const outcome = await outcomeOf(client, await client.message.get({ id }), isOver);
      // The webhook is no longer needed. Without this, it would expire later.
      await client.webhook.delete({ id: webhook_id }).catch(() => undefined);
      if (outcome) return outputOf(result, outcome);
      throw halted(
        z,
        'An unexpected request resumed this run. To see what happened to the message, use Find Message.',
      );
    }),
  };
}

/**
 * Returns true if the service ended the wait. An expired webhook gets only that event, and is then
 * deleted.
 */
async function isExpired(client: Client, id: string): Promise<boolean> {
  const webhook = await client.webhook.get({ id }).catch(ignoreErrorCode('not_found'));
  return webhook === undefined || webhook.events.every((event) => event === 'webhook.expired');
}

/** Zapier's type does not contain it. */
const waitingOf = ({ outputData }: Bundle) => outputData as Waiting;
