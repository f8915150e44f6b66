import type { Registration } from '@textloom/shared/contract';
import { findPhoneNumbersInText, type CountryCode } from 'libphonenumber-js/min';
import type { FieldError } from '../errors/serviceError.ts';

type Brand = Registration['brand'];
type Campaign = Registration['campaign'];

/**
 * Predicts everything that the registry would reject after days of review, with a fix for each
 * problem. The formats of the fields are checked earlier.
 */
export const registrationErrors = (brand: Brand, campaign: Campaign): FieldError[] => [
  ...taxNumberErrors(brand),
  ...urlErrors('/brand/website', brand.website),
  ...messageFlowErrors(campaign),
  ...samples(campaign),
  ...linkErrors(campaign),
  ...phoneNumberErrors(brand, campaign),
  ...optOutErrors(campaign),
  ...helpErrors(campaign),
  ...urlErrors('/campaign/privacy_policy_url', campaign.privacy_policy_url),
  ...urlErrors('/campaign/terms_url', campaign.terms_url),
];

const fieldError = (pointer: string, detail: string): FieldError[] => [
  { pointer, code: 'invalid_format', detail },
];

const taxNumberErrors = ({ entity_type, ein }: Brand): FieldError[] =>
  entity_type === 'SOLE_PROPRIETOR' || ein !== undefined
    ? []
    : [
        {
          pointer: '/brand/ein',
          code: 'required',
          detail: 'is required for all businesses except sole proprietors',
        },
      ];

const urlErrors = (pointer: string, url: string): FieldError[] =>
  isPublic(url)
    ? []
    : [
        {
          pointer,
          code: 'invalid_url',
          detail: 'must be a public web address, such as https://acme.com/privacy',
        },
      ];

const privateEnding =
  /\.(local|localhost|localdomain|internal|intranet|lan|home|corp|test|invalid)$/;

/** Returns whether a reviewer could open the URL, which must name a public host. */
function isPublic(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    /\.([a-z]{2,}|xn--[a-z0-9-]+)$/.test(url.hostname) &&
    !privateEnding.test(url.hostname)
  );
}

/** Checks the proof of consent, which is the reason for most rejections. */
function messageFlowErrors({ description, message_flow }: Campaign): FieldError[] {
  const pointer = '/campaign/message_flow';
  if (normalize(message_flow) === normalize(description)) {
    return fieldError(
      pointer,
      'is the same as the description. Explain how and where people consent to the messages',
    );
  }
  return containsLink(message_flow) || mentionsPlace(message_flow)
    ? []
    : fieldError(
        pointer,
        'must say where people consent to the messages: the URL of the form, the keyword that they text, or the counter or call where you ask them',
      );
}

const normalize = (text: string): string => text.toLowerCase().replace(/\W+/g, ' ').trim();

const mentionsPlace = (text: string): boolean => places.test(text) || textedKeyword.test(text);

const places =
  /\b(web ?sites?|(web|landing|product) ?pages?|portal|forms?|check-?out|apps?|keywords?|sign(s|ed|ing)?[ -]?up|registration|(check ?)?box|settings|paper|contract|counter|(in|at)( the| our)? stores?|point of sale|kiosk|calls?|phone|verbal(ly)?|in person|qr)\b/i;
/** Matches phrases such as: text JOIN to 12345. */
const textedKeyword = /\b[Tt]ext(s|ing)? +["'“]?[A-Z]{3,}\b/;

/**
 * Requires opt-out instructions in at least one sample, because the first message of a campaign
 * needs them.
 */
const samples = ({ use_case, samples }: Campaign): FieldError[] =>
  use_case !== 'MARKETING' || samples.some(mentionsStop)
    ? []
    : fieldError(
        '/campaign/samples',
        'must show how to opt out: end at least one with "Reply STOP to opt out."',
      );

function linkErrors({ samples, has_links }: Campaign): FieldError[] {
  const found = samples.findIndex(containsLink);
  if (has_links && found === -1) {
    return fieldError(
      '/campaign/has_links',
      'is true, but no sample contains a link. Add a link to a sample, or set this field to false',
    );
  }
  return !has_links && found !== -1
    ? fieldError('/campaign/has_links', `must be true, because sample ${found + 1} contains a link`)
    : [];
}

function phoneNumberErrors(
  { country }: Brand,
  { samples, has_phone_numbers }: Campaign,
): FieldError[] {
  const found = samples.findIndex((sample) => containsPhoneNumber(sample, country));
  if (has_phone_numbers && found === -1) {
    return fieldError(
      '/campaign/has_phone_numbers',
      'is true, but no sample contains a phone number. Add one to a sample, or set this field to false',
    );
  }
  return !has_phone_numbers && found !== -1
    ? fieldError(
        '/campaign/has_phone_numbers',
        `must be true, because sample ${found + 1} contains a phone number`,
      )
    : [];
}

const optOutErrors = ({ opt_out_message }: Campaign): FieldError[] =>
  confirmsOptOut.test(opt_out_message)
    ? []
    : fieldError(
        '/campaign/opt_out_message',
        'must say that the messages end, or how to get them again, such as "You will get no more messages. Reply START to get them again."',
      );

const confirmsOptOut =
  /\b(START|UNSTOP|no (more|further|longer)|(will )?not (get|receive|be|send|text|hear)|won['’]?t|unsubscribed|opted[ -]?out|stopped|removed|ended|resubscribe|re-?join)\b/i;

const helpErrors = ({ help_message }: Campaign): FieldError[] =>
  mentionsStop(help_message)
    ? []
    : fieldError(
        '/campaign/help_message',
        'must say how to opt out, such as "Reply STOP to opt out."',
      );

/** Matches STOP as a keyword, not as a word of a sentence. */
const mentionsStop = (text: string): boolean =>
  /\bSTOP\b/.test(text) || /\b(reply|text|txt|send|answer)( with)? ["'“]?stop\b/i.test(text);

/** Matches a URL or a placeholder such as [link]. */
const containsLink = (text: string): boolean =>
  /https?:\/\/|\bwww\.|\b[a-z0-9-]+\.[a-z]{2,}\/\S|(?<![@\w.-])[a-z0-9-]+\.(com|net|org|io|co|us|shop|store|app|info|biz|example)\b/i.test(
    text,
  ) || hasPlaceholder(text, 'link|url');

const containsPhoneNumber = (text: string, country: string): boolean =>
  findPhoneNumbersInText(text, country as CountryCode).length > 0 || hasPlaceholder(text, 'phone');

/** Matches a placeholder whose name contains one of the words. */
const hasPlaceholder = (text: string, words: string): boolean =>
  new RegExp(String.raw`(?<![[{<])[[{<]+\s*\w*(${words})\w*\s*[\]}>]+`, 'i').test(text);
