import type { Bundle } from 'zapier-platform-core';
import { noneIfMissing, type Client } from '@textloom/shared/client';
import {
  checkWebhook,
  computeEndOfWait,
  requireTimeLimit,
} from '@textloom/shared/connector/replies';
import type { ApprovalWords } from '@textloom/shared/connector/parseDecision';
import type { EventType, Message, ObjectSchema, WebhookFilter } from '@textloom/shared/contract';
import { deliveredExample } from '../fields/results.ts';
import { halted } from '../connection/errors.ts';
import { stepBudget } from '../connection/host.ts';
import { advanced } from '../fields/fields.ts';
import { formatSpan } from '../fields/helpText.ts';
import { readInputData } from '../fields/readInputData.ts';
import { describeResult, toOutput } from '../fields/toOutput.ts';
import { computeRepeatableUntil, notResumed, notWaiting, rethrowSent } from './afterSent.ts';
import { keepOthersFields } from './keepOthersFields.ts';
import { sendOnce, type New } from './sendOnce.ts';
import {
  createWaitFields,
  createWaitResult,
  defaultMinutes,
  longestMinutes,
  waitForm,
  type FormPlan,
} from './waitForm.ts';
import { inActionWith } from '../connection/requireValues.ts';
import { withClient } from '../connection/withClient.ts';

interface WaitPlan {
  /** Describes how the form shows some of its fields. */
  readonly plan?: FormPlan;
  /** Names the awaited outcome. Follows "without". */
  readonly goal: string;
  /** The fields that the result has in addition to those of the message. */
  readonly outcome?: ObjectSchema['properties'];
  /** Returns sample values for a test in the editor, which does not wait for the outcome. */
  readonly stub?: (message: Message, words: ApprovalWords) => object;
  /** Throws if the wait for this message can have no outcome. */
  readonly check?: (client: Client, message: New) => Promise<void>;
  /** The events that end the wait. */
  readonly awaited: readonly EventType[];
  /** Returns which of these events the service reports. */
  readonly filter?: (words: ApprovalWords) => WebhookFilter;
  /** Returns the outcome of the message, or undefined if there is none yet. */
  readonly findOutcome: (
    client: Client,
    message: Message,
    words: ApprovalWords,
    isOver: boolean,
  ) => Promise<object | undefined>;
  /** Returns the outcome if there is none in time. */
  readonly noOutcome?: (words: ApprovalWords) => object;
}

/** Zapier stores this while the run waits. */
interface Waiting {
  readonly id: string;
  readonly webhook_id: string;
  /** A run that started before these words existed does not have them. */
  readonly words?: ApprovalWords;
  /** Is absent without a key, and in a run that started before this field existed. */
  readonly repeatable_until?: string | undefined;
}

/** Otherwise, an alert could wait a day before it reaches the next person. */
const effect = inActionWith({
  time_limit: `the run would wait ${formatSpan(defaultMinutes * 60)}`,
  approve_words: 'no reply would approve',
  decline_words: 'no reply would decline',
});

const slowPauseSeconds = 60;
const tooSlow =
  'The service responds too slowly. Nothing was sent. Zapier tries again in a minute.';

/** Creates an action that sends a message. The run continues when the service calls back. */
export function wait({
  plan,
  goal,
  outcome: outcomeFields = {},
  stub = () => ({}),
  check,
  awaited,
  filter: chooseFilter = () => ({}),
  findOutcome,
  noOutcome = () => ({}),
}: WaitPlan) {
  const fields = createWaitFields(goal, plan);
  const result = createWaitResult(goal, outcomeFields);
  return {
    inputFields: fields,
    inputFieldGroups: [advanced],
    ...describeResult(result, deliveredExample),

    perform: withClient(
      async (client, bundle, z) => {
        const start = Date.now();
        const {
          deduplication_key: key,
          time_limit: minutes = defaultMinutes,
          approve_words: approve = [],
          decline_words: decline = [],
          ...written
        } = readInputData(waitForm, bundle);
        requireTimeLimit(minutes, longestMinutes);
        const message = keepOthersFields(written, bundle);
        const words = { approve, decline };
        await check?.(client, message);
        if (bundle.meta.isLoadingSample) {
          const sent = await sendOnce(client, message, key);
          const shown = sent.final_at === null ? delivered(sent) : sent;
          return toOutput(result, { ...shown, ...stub(shown, words), timed_out: false });
        }
        const url = z.generateCallbackUrl();
        const events: EventType[] = [...awaited, 'webhook.expired'];
        // Nothing is sent yet, so Zapier may repeat the step after an error. With the same URL, the check
        // would end the wait of an earlier attempt.
        const filter = chooseFilter(words);
        await checkWebhook(client, `${url}#none`, events, { filter });
        if (Date.now() - start > stepBudget)
          throw new z.errors.ThrottledError(tooSlow, slowPauseSeconds);
        // The URL is unique to this run, so a repeated request with it as the key sends nothing again.
        const sent = await sendOnce(client, message, key ?? url);
        const repeatable_until = computeRepeatableUntil(key, sent.created_at);
        const webhook = await client.webhook
          .create({
            url,
            events,
            filter: { ...filter, message_id: [sent.id] },
            expires_at: computeEndOfWait(sent, minutes),
          })
          .catch(rethrowSent(z, notWaiting, repeatable_until));
        return { id: sent.id, webhook_id: webhook.id, words, repeatable_until } satisfies Waiting;
      },
      fields,
      effect,
    ),

    /** The call only resumes the run. The app does not trust its content and asks the service instead. */
    performResume: withClient(async (client, bundle, z) => {
      const waiting = readWaiting(bundle);
      const { id, webhook_id, words = { approve: [], decline: [] } } = waiting;
      const find = async () => {
        const isOver = await isExpired(client, webhook_id);
        const message = await client.message.get({ id });
        return { isOver, message, outcome: await findOutcome(client, message, words, isOver) };
      };
      const { isOver, message, outcome } = await find().catch(
        rethrowSent(z, notResumed, waiting.repeatable_until),
      );
      // The webhook is no longer needed. Without this, it would expire later.
      await client.webhook.delete({ id: webhook_id }).catch(() => undefined);
      if (outcome || isOver)
        return toOutput(result, {
          ...message,
          ...(outcome ?? noOutcome(words)),
          timed_out: !outcome,
        });
      throw halted(
        z,
        'An unexpected request resumed this run. To see what happened to the message, use Find Message.',
      );
    }),
  };
}

/** Turns a message on its way into what it becomes, some seconds after it is sent. */
function delivered(message: Message): Message {
  const start = message.send_at ?? message.created_at;
  const final_at = secondsAfter(start, 4);
  return {
    ...message,
    ...deliveredExample,
    sent_at: secondsAfter(start, 1),
    delivered_at: final_at,
    final_at,
    error: null,
  };
}

/** Returns the time this many seconds later. */
export const secondsAfter = (time: string, seconds: number): string =>
  new Date(Date.parse(time) + seconds * 1000).toISOString();

/**
 * Returns true if the service ended the wait. An expired webhook gets only that event, and is then
 * deleted.
 */
async function isExpired(client: Client, id: string): Promise<boolean> {
  const webhook = await client.webhook.get({ id }).catch(noneIfMissing);
  return webhook === undefined || webhook.events.every((event) => event === 'webhook.expired');
}

/** Zapier's type does not contain it. */
const readWaiting = ({ outputData }: Bundle) => outputData as Waiting;
