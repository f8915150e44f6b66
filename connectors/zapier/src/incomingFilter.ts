import type { Bundle } from 'zapier-platform-core';
import { beginsWithKeyword } from '@textloom/shared/client';
import {
  contract,
  schema,
  type MessageEventData,
  type WebhookFilter,
} from '@textloom/shared/contract';
import { inputFields } from './fields.ts';
import { inputOf } from './inputOf.ts';

const { from, to } = contract.webhook.create.input.properties.filter.properties;
const form = schema({
  type: 'object',
  properties: {
    to: { ...to, description: 'Only texts to one of these numbers of yours; to any if empty' },
    from: { ...from, description: 'Only texts from one of these numbers; from any if empty' },
    keywords: {
      type: 'array',
      title: 'Keywords',
      description:
        'Only texts that begin with one of these words, in capitals or not; all if empty',
      items: { type: 'string', maxLength: 100, examples: ['YES'] },
    },
  },
});

export const filterFields = inputFields(form, {
  to: { dynamic: 'sender_list.number.label', placeholder: undefined },
  from: {},
  keywords: {},
});

/** What the service is asked to leave out; undefined where it is nothing. */
export function filterOf(bundle: Bundle): WebhookFilter | undefined {
  const { to, from } = inputOf(form, bundle);
  return to || from ? { ...(to && { to }), ...(from && { from }) } : undefined;
}

/** Whether a past text would have passed the filter, as nearly as can be told without the account's country. */
export function passesFilter(message: MessageEventData, bundle: Bundle): boolean {
  const { to, from } = inputOf(form, bundle);
  const passes = (number: string, wanted: readonly string[] | undefined) =>
    !wanted || wanted.some((one) => isSameNumber(number, one));
  return passes(message.to, to) && passes(message.from, from);
}

/** Whether the text begins with one of the wanted keywords, where there are any. */
export function hasKeyword({ text }: MessageEventData, bundle: Bundle): boolean {
  const { keywords } = inputOf(form, bundle);
  return !keywords || beginsWithKeyword(text, keywords);
}

/** A number without its country code, and perhaps with a zero in its place, is the end of the whole one. */
function isSameNumber(e164: string, given: string): boolean {
  const digits = given.replace(/\D/g, '');
  if (/[a-z]/i.test(given) || digits === '') return e164.toLowerCase() === given.toLowerCase();
  return given.startsWith('+') ? e164 === `+${digits}` : e164.endsWith(digits.replace(/^0+/, ''));
}
