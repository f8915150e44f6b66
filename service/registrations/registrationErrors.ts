import type { Registration } from '@textloom/shared/contract';
import { findPhoneNumbersInText, type CountryCode } from 'libphonenumber-js/min';
import type { FieldError } from '../lib/errors.ts';

type Brand = Registration['brand'];
type Campaign = Registration['campaign'];

/**
 * What the registry would refuse a registration for after days of review, as far as it can be told
 * at once: all of it, each with what to change. The forms of the fields are checked before.
 */
export const registrationErrors = (brand: Brand, campaign: Campaign): FieldError[] => [
  ...taxNumber(brand),
  ...address('/brand/website', brand.website),
  ...flow(campaign),
  ...samples(campaign),
  ...links(campaign),
  ...phoneNumbers(brand, campaign),
  ...optOut(campaign),
  ...help(campaign),
  ...address('/campaign/privacy_policy_url', campaign.privacy_policy_url),
  ...address('/campaign/terms_url', campaign.terms_url),
];

const fieldError = (pointer: string, detail: string): FieldError[] => [
  { pointer, code: 'invalid_format', detail },
];

const taxNumber = ({ entity_type, ein }: Brand): FieldError[] =>
  entity_type === 'SOLE_PROPRIETOR' || ein !== undefined
    ? []
    : [
        {
          pointer: '/brand/ein',
          code: 'required',
          detail: 'is required of every business that is not a sole proprietor',
        },
      ];

const address = (pointer: string, url: string): FieldError[] =>
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

/** Whether a reviewer may be able to open it: the name of a public host, not that of a machine at home. */
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

/** Proof of how people agree is what most registrations are refused for. */
function flow({ description, message_flow }: Campaign): FieldError[] {
  const pointer = '/campaign/message_flow';
  if (plain(message_flow) === plain(description)) {
    return fieldError(
      pointer,
      'says the same as the description; say how people agree to get the messages, and where',
    );
  }
  return holdsLink(message_flow) || namesPlace(message_flow)
    ? []
    : fieldError(
        pointer,
        'must say where people agree to get the messages: the address of the form, the keyword that they text, or the counter or call where they are asked',
      );
}

const plain = (text: string): string => text.toLowerCase().replace(/\W+/g, ' ').trim();

const namesPlace = (text: string): boolean => places.test(text) || textedKeyword.test(text);

const places =
  /\b(web ?sites?|(web|landing|product) ?pages?|portal|forms?|check-?out|apps?|keywords?|sign(s|ed|ing)?[ -]?up|registration|(check ?)?box|settings|paper|contract|counter|(in|at)( the| our)? stores?|point of sale|kiosk|calls?|phone|verbal(ly)?|in person|qr)\b/i;
/** Such as: text JOIN to 12345. */
const textedKeyword = /\b[Tt]ext(s|ing)? +["'“]?[A-Z]{3,}\b/;

/** At least one sample, as the first message of a campaign has to. */
const samples = ({ use_case, samples }: Campaign): FieldError[] =>
  use_case !== 'MARKETING' || samples.some(namesStop)
    ? []
    : fieldError(
        '/campaign/samples',
        'must show how to opt out: end at least one with "Reply STOP to opt out."',
      );

function links({ samples, has_links }: Campaign): FieldError[] {
  const found = samples.findIndex(holdsLink);
  if (has_links && found === -1) {
    return fieldError(
      '/campaign/has_links',
      'is true, and no sample holds a link: show one in a sample, or set it to false',
    );
  }
  return !has_links && found !== -1
    ? fieldError('/campaign/has_links', `must be true, as sample ${found + 1} holds a link`)
    : [];
}

function phoneNumbers({ country }: Brand, { samples, has_phone_numbers }: Campaign): FieldError[] {
  const found = samples.findIndex((sample) => holdsPhoneNumber(sample, country));
  if (has_phone_numbers && found === -1) {
    return fieldError(
      '/campaign/has_phone_numbers',
      'is true, and no sample holds a phone number: show one in a sample, or set it to false',
    );
  }
  return !has_phone_numbers && found !== -1
    ? fieldError(
        '/campaign/has_phone_numbers',
        `must be true, as sample ${found + 1} holds a phone number`,
      )
    : [];
}

const optOut = ({ opt_out_message }: Campaign): FieldError[] =>
  endsMessages.test(opt_out_message)
    ? []
    : fieldError(
        '/campaign/opt_out_message',
        'must say that no more messages come, or how to get them again, such as "You will get no more messages. Reply START to get them again."',
      );

const endsMessages =
  /\b(START|UNSTOP|no (more|further|longer)|(will )?not (get|receive|be|send|text|hear)|won['’]?t|unsubscribed|opted[ -]?out|stopped|removed|ended|resubscribe|re-?join)\b/i;

const help = ({ help_message }: Campaign): FieldError[] =>
  namesStop(help_message)
    ? []
    : fieldError(
        '/campaign/help_message',
        'must say how to opt out, such as "Reply STOP to opt out."',
      );

/** As a keyword, not as a word of the sentence. */
const namesStop = (text: string): boolean =>
  /\bSTOP\b/.test(text) || /\b(reply|text|txt|send|answer)( with)? ["'“]?stop\b/i.test(text);

/** An address, or a placeholder for one, such as [link]. */
const holdsLink = (text: string): boolean =>
  /https?:\/\/|\bwww\.|\b[a-z0-9-]+\.[a-z]{2,}\/\S|(?<![@\w.-])[a-z0-9-]+\.(com|net|org|io|co|us|shop|store|app|info|biz|example)\b|[[{<]+\s*\w*(link|url)\w*\s*[\]}>]+/i.test(
    text,
  );

const holdsPhoneNumber = (text: string, country: string): boolean =>
  findPhoneNumbersInText(text, country as CountryCode).length > 0 ||
  /[[{<]+\s*\w*phone\w*\s*[\]}>]+/i.test(text);
