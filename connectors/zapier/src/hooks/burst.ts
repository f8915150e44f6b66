import type { Bundle } from 'zapier-platform-core';
import { invalidField } from '@textloom/shared/client';
import { contract, schema, type MessageEventData } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';

const { burst_seconds } = contract.webhook.create.input.properties;
const { minimum, maximum } = burst_seconds;

const form = schema({
  type: 'object',
  properties: { burst_seconds: { ...burst_seconds, title: 'Join Quick Texts' } },
});

export const burstFields = inputFields(form, {
  burst_seconds: {
    placeholder: '5',
    helpText: `Seconds to wait for more texts from the same sender, from ${minimum} to ${maximum}. Texts such as "hi", "are you" and "open?" then start the Zap once, with all of them in Text and Burst. If empty, each text starts the Zap.`,
  },
});

/** Returns for how many seconds the service joins texts, or undefined if it does not. */
export const burstSeconds = (bundle: Bundle): number | undefined =>
  readInputData(form, bundle).burst_seconds ?? undefined;

/** Throws the error of the field if the service would refuse it when the Zap is turned on. */
export function checkBurst(bundle: Bundle): void {
  const seconds = burstSeconds(bundle);
  const isValid = Number.isInteger(seconds) && seconds! >= minimum && seconds! <= maximum;
  if (seconds !== undefined && !isValid)
    throw invalidField('burst_seconds', `must be a whole number from ${minimum} to ${maximum}`);
}

/**
 * Returns the texts that an event joins. A text alone is a burst of one, so that each value of Burst
 * that users can map has a value.
 */
export const listBurst = (data: MessageEventData): NonNullable<MessageEventData['burst']> =>
  data.burst ?? [toText(data)];

/** Returns a received text as an entry of a burst. */
export const toText = ({ id, text, media, keyword, created_at }: MessageEventData) => ({
  ...{ message_id: id, text, media, keyword, created_at },
});
