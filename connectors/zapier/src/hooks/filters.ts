import type { Bundle, PlainInputField } from 'zapier-platform-core';
import {
  eventPassesKeywords,
  keywordsSchema,
  readKeywords,
  skipHandledSchema,
} from '@textloom/shared/connector/keywords';
import {
  contract,
  isSenderName,
  plainPhone,
  schema,
  type MessageEventData,
  type WebhookFilter,
} from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { nationalNumbers } from '../fields/helpText.ts';
import { readInputData } from '../fields/readInputData.ts';
import { invalidField } from '@textloom/shared/client';
import { senderField } from '../fields/sharedFields.ts';

const { from, to, purpose } = contract.webhook.create.input.properties.filter.properties;

interface NumberFilter {
  readonly inputFields: PlainInputField[];
  /** Returns the filter for the service, or undefined if there is none. */
  readonly filter: (bundle: Bundle) => WebhookFilter | undefined;
  /** Throws the error of the field if an entry cannot be a number or a name. */
  readonly check: (bundle: Bundle) => void;
  /**
   * Returns true if a past message passes the filter, as far as possible without the account's
   * country.
   */
  readonly passesFilter: (event: { readonly data: MessageEventData }, bundle: Bundle) => boolean;
}

/**
 * Describes two fields that limit a trigger to certain numbers. `own` names the field for the
 * account's numbers.
 */
export function numberFilter(
  descriptions: { readonly to: string; readonly from: string },
  own: 'to' | 'from',
): NumberFilter {
  const other = own === 'to' ? 'from' : 'to';
  const form = schema({
    type: 'object',
    properties: {
      to: { ...to, description: descriptions.to },
      from: { ...from, description: descriptions.from },
    },
  });
  return {
    inputFields: inputFields(form, {
      to: {},
      from: {},
      [own]: { ...senderField, helpText: `${descriptions[own]}.` },
      [other]: {
        placeholder: to.items.examples[0],
        helpText: `${descriptions[other]}. ${nationalNumbers}`,
      },
    }),
    filter: (bundle) => {
      const { to, from } = readInputData(form, bundle);
      return to || from ? { ...(to && { to }), ...(from && { from }) } : undefined;
    },
    check: (bundle) => {
      const input = readInputData(form, bundle);
      for (const [key, { pattern, patternHint }] of [
        ['to', to.items],
        ['from', from.items],
      ] as const) {
        if (input[key]?.some((one) => !new RegExp(pattern, 'u').test(one)))
          throw invalidField(key, patternHint);
      }
    },
    passesFilter: ({ data }, bundle) => {
      const { to, from } = readInputData(form, bundle);
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
  const number = isSenderName(given) ? undefined : plainPhone(given);
  if (number === undefined) return e164.toLowerCase() === given.toLowerCase();
  return number.startsWith('+') ? e164 === number : e164.endsWith(number.replace(/^0+/, ''));
}

const purposeForm = schema({
  type: 'object',
  properties: {
    purpose: {
      ...purpose,
      description: 'Only messages with one of these purposes. If empty, any purpose',
    },
  },
});

/** Describes the field that limits a trigger to messages with certain purposes. */
export const purposeFilter = {
  inputFields: inputFields(purposeForm, { purpose: {} }),
  filter: (bundle: Bundle): WebhookFilter => {
    const { purpose } = readInputData(purposeForm, bundle);
    return purpose ? { purpose } : {};
  },
  passesFilter: ({ data }: { readonly data: MessageEventData }, bundle: Bundle): boolean => {
    const { purpose } = readInputData(purposeForm, bundle);
    return !purpose || purpose.includes(data.purpose);
  },
};

const keywordForm = schema({
  type: 'object',
  properties: {
    keywords: {
      ...keywordsSchema,
      description: `${keywordsSchema.description}. If empty, all texts`,
    },
    skip_opt_out_keywords: skipHandledSchema,
  },
});

export const keywordFields = inputFields(keywordForm, { keywords: {}, skip_opt_out_keywords: {} });

/** Returns true if a text passes the filter of keywords, and is not one that the user leaves out. */
export function textPassesConditions(data: MessageEventData, bundle: Bundle): boolean {
  const { keywords, skip_opt_out_keywords: skipsHandled } = readInputData(keywordForm, bundle);
  return eventPassesKeywords(data, { keywords, skipsHandled });
}

/** Returns the keyword of the service or, if there is none, the user's keyword that a text begins with. */
export function findKeyword(data: MessageEventData, bundle: Bundle): string | undefined {
  const { keywords } = readInputData(keywordForm, bundle);
  return (
    data.keyword ??
    readKeywords(keywords)?.find((one) => eventPassesKeywords(data, { keywords: [one] }))
  );
}
