import { createHmac } from 'node:crypto';
import type { CallbackEvent } from '../../store/callbackEvent.ts';
import { isSameSecret } from '../../secrets/isSameSecret.ts';
import type { Meaning } from '../http/dialect.ts';
import { defineHttpCarrier } from '../http/defineHttpCarrier.ts';
import { requireText } from '../http/callbacks/callbackChecks.ts';
import { parseForm } from '../http/callbacks/parseForm.ts';
import { readCallbackForm } from '../http/callbacks/readCallbackForm.ts';
import { finalOutcome, formReceipt, type Outcomes } from '../http/finalOutcome.ts';
import { basic, getFrom, postJson, type HttpResponse } from '../http/send.ts';
import type { Keyword } from '../../lib/keyword.ts';
import { secret, text } from '../settings.ts';

const outcomes: Outcomes = {
  byStatus: {
    delivered: 'delivered',
    undelivered: 'undelivered',
    failed: 'rejected',
    rejected: 'rejected',
  },
  byCode: {
    10: 'rejected',
    20: 'unavailable',
    30: 'discarded',
    40: 'rejected',
    50: 'rejected',
    60: 'rejected',
    70: 'undelivered',
    80: 'undelivered',
    90: 'unroutable',
    100: 'discarded',
    110: 'rejected',
    200: 'opted_out',
    201: 'unroutable',
    300: 'unavailable',
    420: 'expired',
    450: 'unroutable',
    // The limit of messages per hour to a country, no credit, and a disabled account.
    451: 'unavailable',
    900: 'unavailable',
    910: 'unavailable',
  },
};

const keywords: ReadonlyMap<string, Keyword> = new Map([
  ['optout', 'stop'],
  ['optin', 'start'],
  ['help', 'help'],
]);
const expirySeconds = { min: 5, max: 10_799 };

/**
 * Plivo's Messaging API. A message gets no ID from us, and the rows of Plivo's list contain no
 * text, so only the callback of a message settles a lost response.
 */
export const plivo = defineHttpCarrier({
  type: 'plivo',
  baseUrl: 'https://api.plivo.com/v1',
  takesMedia: true,
  settings: {
    authId: text({
      pattern: /^[MS]A[A-Z\d]{18}$/,
      must: 'must be an Auth ID: MA or SA, and 18 capital letters and digits',
      description: 'Auth ID of the account or of a subaccount, on the first page of the console',
    }),
    authToken: secret({
      pattern: /^\S{16,}$/,
      must: 'must be the Auth Token of the account',
      description: 'Auth Token, next to the Auth ID. Plivo signs its callbacks with it',
    }),
  },

  account: (settings) => getFrom(accountUrl(settings), credentials(settings)),

  submit: (settings, { from, to, text, media, lifeSeconds, callbackUrl }) =>
    postJson(
      messagesUrl(settings),
      {
        src: from,
        dst: to,
        text: text || undefined,
        ...(media.length > 0 && { type: 'mms', media_urls: media }),
        url: callbackUrl,
        method: 'POST',
        message_expiry:
          lifeSeconds === null
            ? undefined
            : Math.min(Math.max(lifeSeconds, expirySeconds.min), expirySeconds.max),
      },
      credentials(settings),
    ),

  read: readPlivoResponse,

  receipt: {
    request: (settings, ref) => getFrom(`${messagesUrl(settings)}${ref}/`, credentials(settings)),
    read: ({ body }) => {
      const { message_state: status, error_code: code } = JSON.parse(body) as Resource;
      return finalOutcome(outcomes, status, code ?? '');
    },
  },

  isGenuine: ({ authToken }, { url, headers, body, messageId, isAtTextsPath }) => {
    const given = signaturesIn(headers, 3);
    if (given.length > 0) {
      const fields = parseForm(body.toString());
      const nonce = headers['x-plivo-signature-v3-nonce'] ?? '';
      return isAmong(given, plivoSignature(authToken, url, nonce, fields));
    }
    // Version 2 does not cover the body, so it counts only at a URL that only Plivo knows.
    if (messageId === undefined && !isAtTextsPath) return false;
    const nonce = headers['x-plivo-signature-v2-nonce'] ?? '';
    return isAmong(signaturesIn(headers, 2), sign(authToken, stripQuery(url) + nonce));
  },

  readCallback: (call) => {
    const fields = readCallbackForm(call);
    // An application can also serve WhatsApp.
    if (fields.get('Type') === 'whatsapp') return [];
    const ref = requireText(fields.get('MessageUUID'), 'MessageUUID');
    const status = fields.get('Status');
    return [status === null ? readText(fields, ref) : formReceipt(outcomes, fields, ref, status)];
  },
  // An empty response, so that Plivo replies nothing to a text.
  reply: { type: 'application/xml', body: '<Response/>' },
});

interface Account {
  readonly baseUrl: string;
  readonly authId: string;
  readonly authToken: string;
}

/** A message as Plivo returns it. */
interface Resource {
  readonly message_state: string;
  readonly error_code?: string | null;
}

const accountUrl = ({ baseUrl, authId }: Account) => `${baseUrl}/Account/${authId}/`;

const messagesUrl = (settings: Account) => `${accountUrl(settings)}Message/`;

const credentials = ({ authId, authToken }: Account) => basic(authId, authToken);

/** Reads a response to a submit. Throws unless it is JSON. */
export function readPlivoResponse({
  status,
  body,
}: Omit<HttpResponse, 'headers'>): Meaning | undefined {
  const { message_uuid: [ref] = [], error } = JSON.parse(body) as {
    message_uuid?: readonly unknown[];
    error?: unknown;
  };
  if (status === 202)
    return typeof ref === 'string' ? { kind: 'accepted', ref } : { kind: 'unknown' };
  // Errors have no code, and the documentation gives no status for this one.
  if (status >= 400 && status < 500 && /\binsufficient credit/i.test(String(error)))
    return { kind: 'accountFault', code: 'insufficient credit' };
  // The account may not send to the country of the recipient.
  return status === 403 ? { kind: 'refused', error: 'no_route', code: 'HTTP 403' } : undefined;
}

/**
 * Signs a callback as Plivo does in version 3: the URL with a sorted query, the sorted fields of
 * the form, and a nonce.
 */
export function plivoSignature(
  token: string,
  url: string,
  nonce: string,
  fields: URLSearchParams,
): string {
  const query = sortedPairs(parseForm(url.slice(stripQuery(url).length)), '=').join('&');
  const form = sortedPairs(fields, '').join('');
  const start = query || form ? `${stripQuery(url)}?${query}` : url;
  return sign(token, `${start}${query && form && '.'}${form}.${nonce}`);
}

const sign = (token: string, text: string): string =>
  createHmac('sha256', token).update(text).digest('base64');

const stripQuery = (url: string): string => url.replace(/\?.*$/s, '');

const sortedPairs = (fields: URLSearchParams, separator: string): string[] =>
  [...new Set(fields.keys())].sort().flatMap((name) =>
    fields
      .getAll(name)
      .sort()
      .map((value) => name + separator + value),
  );

/**
 * Returns the signatures by the token of the account that sent or got the message, and by that of
 * the main account. Each header is a list.
 */
const signaturesIn = (
  headers: Readonly<Record<string, string | undefined>>,
  version: 2 | 3,
): string[] =>
  [`x-plivo-signature-v${version}`, `x-plivo-signature-ma-v${version}`].flatMap(
    (name) => headers[name]?.split(',').map((one) => one.trim()) ?? [],
  );

const isAmong = (given: readonly string[], expected: string): boolean =>
  given.some((one) => isSameSecret(one, expected));

function readText(fields: URLSearchParams, ref: string): CallbackEvent {
  const keyword = keywords.get(fields.get('MessageIntent') ?? '');
  return {
    kind: 'text',
    ref,
    from: requireText(fields.get('From'), 'From'),
    to: requireText(fields.get('To'), 'To'),
    text: fields.get(fields.get('Type') === 'mms' ? 'Body' : 'Text') ?? '',
    // Its documents count the files from 0 or from 1.
    media: [...fields].flatMap(([name, url]) => (/^Media\d+$/.test(name) ? [{ url }] : [])),
    keyword,
    // Plivo replies to the keywords that it names.
    isRepliedTo: keyword !== undefined,
  };
}
