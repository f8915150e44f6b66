import { isShortCode } from '@textloom/shared/contract';
import type { CallbackEvent, CallbackMedia } from '../../../store/callbackEvent.ts';
import { defineHttpCarrier } from '../../http/defineHttpCarrier.ts';
import { requireText } from '../../http/callbacks/callbackChecks.ts';
import { parseForm } from '../../http/callbacks/parseForm.ts';
import { readCallbackForm } from '../../http/callbacks/readCallbackForm.ts';
import { finalOutcome, formReceipt, type Outcomes } from '../../http/finalOutcome.ts';
import { numberSettings } from '../../http/numbers/numberSettings.ts';
import { getFrom, postForm } from '../../http/send.ts';
import { secret, text } from '../../settings.ts';
import { readTwilioResponse } from './readTwilioResponse.ts';
import { twilioAdvice } from './twilioAdvice.ts';
import { accountUrl, twilioAuthorization, twilioNumbers } from './twilioNumbers.ts';
import { isTwilioSignature } from './twilioSignature.ts';

const outcomes: Outcomes = {
  byStatus: {
    delivered: 'delivered',
    undelivered: 'undelivered',
    failed: 'rejected',
    canceled: 'discarded',
  },
  byCode: {
    11200: 'media_rejected',
    11751: 'media_rejected',
    12300: 'media_rejected',
    21610: 'opted_out',
    30001: 'unavailable',
    30002: 'unavailable',
    30004: 'discarded',
    30007: 'discarded',
    30011: 'media_rejected',
    30019: 'media_rejected',
    30032: 'unregistered',
    30034: 'unregistered',
    30036: 'expired',
  },
};

const keywords = { STOP: 'stop', START: 'start', HELP: 'help' } as const;
/** The words to which Twilio replies, if they are the whole text. */
const repliedTo =
  /^\s*(STOP|STOPALL|UNSUBSCRIBE|CANCEL|END|QUIT|REVOKE|OPTOUT|START|UNSTOP|YES|HELP|INFO)\s*$/i;
const maxValiditySeconds = 36_000;

/**
 * Twilio's Programmable Messaging. It signs callbacks with the auth token, even if requests use an
 * API key. It repeats no callback after an error, and its list does not distinguish two
 * messages with the same text, so only the callback of a message settles a lost response.
 */
export const twilio = defineHttpCarrier({
  type: 'twilio',
  advice: twilioAdvice,
  baseUrl: 'https://api.twilio.com',
  takesMedia: true,
  settings: {
    accountSid: text({
      pattern: /^AC[\da-f]{32}$/,
      must: 'must be an Account SID: AC and 32 hexadecimal digits',
      description: 'Account SID, on the first page of the Twilio Console',
    }),
    authToken: secret({
      pattern: /^\S{16,}$/,
      must: 'must be the auth token of the account',
      description: 'Auth token, next to the Account SID. Twilio signs its callbacks with it',
    }),
    apiKeySid: text({
      default: '',
      pattern: /^SK[\da-f]{32}$/,
      must: 'must be the SID of an API key: SK and 32 hexadecimal digits',
      description: 'SID of an API key to send with, in place of the auth token',
    }),
    apiKeySecret: secret({ default: '', description: 'Secret of the API key' }),
    messagingServiceSid: text({
      default: '',
      pattern: /^MG[\da-f]{32}$/,
      must: 'must be the SID of a Messaging Service: MG and 32 hexadecimal digits',
      description: 'Messaging Service to send through. The sender must be in it',
    }),
    ...numberSettings,
  },
  numbers: twilioNumbers,
  check: ({ apiKeySid, apiKeySecret }, fail) => {
    if ((apiKeySid === '') !== (apiKeySecret === ''))
      fail(apiKeySid ? 'api_key_secret' : 'api_key_sid', 'is missing');
  },

  submit: (settings, { from, to, text, media, lifeSeconds, callbackUrl }) => {
    const { messagingServiceSid } = settings;
    return postForm(
      `${accountUrl(settings)}/Messages.json`,
      {
        To: to,
        From: from,
        MessagingServiceSid: messagingServiceSid || undefined,
        Body: text || undefined,
        MediaUrl: media,
        StatusCallback: callbackUrl,
        ValidityPeriod:
          lifeSeconds === null ? undefined : Math.min(Math.max(lifeSeconds, 1), maxValiditySeconds),
      },
      twilioAuthorization(settings),
    );
  },

  // A standard API key may read this list, but not the account.
  account: (settings) =>
    getFrom(`${accountUrl(settings)}/Messages.json?PageSize=1`, twilioAuthorization(settings)),

  read: readTwilioResponse,

  receipt: {
    request: (settings, ref) =>
      getFrom(`${accountUrl(settings)}/Messages/${ref}.json`, twilioAuthorization(settings)),
    read: ({ body }) => {
      const { status, error_code: code } = JSON.parse(body) as Resource;
      return finalOutcome(outcomes, status, code === null ? '' : String(code));
    },
  },

  isGenuine: ({ authToken }, { url, headers, body }) => {
    const given = headers['x-twilio-signature'];
    if (given === undefined) return false;
    return isTwilioSignature(given, authToken, url, parseForm(body.toString()));
  },

  readCallback: (call) => {
    const fields = readCallbackForm(call);
    const [ref, status] = [
      requireText(fields.get('MessageSid'), 'MessageSid'),
      fields.get('MessageStatus'),
    ];
    return [status === null ? readText(fields, ref) : formReceipt(outcomes, fields, ref, status)];
  },
  // The URL redirects to a signed one elsewhere, which needs no credentials.
  media: { headers: (settings) => twilioAuthorization(settings) },
  // Any other text would go to the recipient.
  reply: { type: 'text/xml', body: '<Response></Response>' },
});

/** A message as Twilio returns it. */
interface Resource {
  readonly status: string;
  readonly error_code: number | null;
}

function readText(fields: URLSearchParams, ref: string): CallbackEvent {
  const optOutType = fields.get('OptOutType');
  const to = requireText(fields.get('To'), 'To');
  const text = fields.get('Body') ?? '';
  return {
    kind: 'text',
    ref,
    from: requireText(fields.get('From'), 'From'),
    to,
    text,
    media: readMedia(fields),
    keyword: keywords[optOutType as keyof typeof keywords],
    // A Messaging Service names the keywords of its settings. Short codes have no others.
    isRepliedTo: optOutType !== null || (!isShortCode(to) && repliedTo.test(text)),
  };
}

function readMedia(fields: URLSearchParams): CallbackMedia[] {
  const count = Math.min(Number(fields.get('NumMedia')) || 0, fields.size);
  return Array.from({ length: count }, (_, at) => ({
    url: fields.get(`MediaUrl${at}`) ?? '',
    contentType: fields.get(`MediaContentType${at}`) ?? undefined,
  })).filter(({ url }) => url !== '');
}
