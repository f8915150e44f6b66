import type { Bundle, PlainInputField } from 'zapier-platform-core';
import { keywordsSchema, passesKeywords } from '@textloom/shared/connector/keywords';
import {
  contract,
  schema,
  type MessageEventData,
  type WebhookFilter,
} from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { inputOf } from '../fields/inputOf.ts';
import { senderField } from '../fields/sharedFields.ts';

const { from, to } = contract.webhook.create.input.properties.filter.properties;

interface NumberFilter {
  readonly inputFields: PlainInputField[];
  /** Returns the filter for the service, or undefined if there is none. */
  readonly filter: (bundle: Bundle) => WebhookFilter | undefined;
  /**
   * Returns true if a past message passes the filter, as far as possible without the account's
   * country.
   */
  readonly isFiltered: (event: { readonly data: MessageEventData }, bundle: Bundle) => boolean;
}

/**
 * Describes two fields that limit a trigger to certain numbers. `own` names the field for the
 * account's numbers.
 */
export function numberFilter(
  says: { readonly to: string; readonly from: string },
  own: 'to' | 'from',
): NumberFilter {
  const form = schema({
    type: 'object',
    properties: { to: { ...to, description: says.to }, from: { ...from, description: says.from } },
  });
  return {
    inputFields: inputFields(form, { to: {}, from: {}, [own]: senderField }),
    filter: (bundle) => {
      const { to, from } = inputOf(form, bundle);
      return to || from ? { ...(to && { to }), ...(from && { from }) } : undefined;
    },
    isFiltered: ({ data }, bundle) => {
      const { to, from } = inputOf(form, bundle);
      const passes = (number: string, wanted: readonly string[] | undefined) =>
        !wanted || wanted.some((one) => isSameNumber(number, one));
      return passes(data.to, to) && passes(data.from, from);
    },
  };
}

/**
 * A number without its country code, or with a zero instead of it, matches the end of the full
 * number.
 */
function isSameNumber(e164: string, given: string): boolean {
  const digits = given.replace(/\D/g, '');
  if (/[a-z]/i.test(given) || digits === '') return e164.toLowerCase() === given.toLowerCase();
  return given.startsWith('+') ? e164 === `+${digits}` : e164.endsWith(digits.replace(/^0+/, ''));
}

const keywordForm = schema({
  type: 'object',
  properties: {
    keywords: {
      ...keywordsSchema,
      description: `${keywordsSchema.description}. If empty, all texts`,
    },
  },
});

export const keywordFields = inputFields(keywordForm, { keywords: {} });

/** Returns true if the text begins with one of the wanted keywords, or if there are none. */
export function hasKeyword({ text }: MessageEventData, bundle: Bundle): boolean {
  return passesKeywords(text, inputOf(keywordForm, bundle).keywords);
}
