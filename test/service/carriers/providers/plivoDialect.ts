import { createHmac } from 'node:crypto';
import type { ProviderDialect, SentCallback, TakenMessage } from '../providerEmulator.ts';

export const authId = 'MAXXXXXXXXXXXXXXXXXX';
export const authToken = 'plivo_test_auth_token';
const apiId = 'db342550-7f1d-11e1-8ea7-1231380bc196';
const path = `/v1/Account/${authId}/Message/`;

/** Plivo's Messaging API, as its documentation and its SDK describe it. */
export const plivoDialect: ProviderDialect = {
  settings: (baseUrl) => ({
    base_url: `${baseUrl}/v1`,
    auth_id: authId,
    auth_token: authToken,
    numbers: ['+13125551234'],
  }),
  newId: (count) => `11111111-2222-3333-4444-${count.toString(16).padStart(12, '0')}`,
  readSubmit: ({ method, path: asked, body }) => {
    if (method !== 'POST' || asked !== path) return undefined;
    const { src, dst, type, text, media_urls, url } = JSON.parse(body) as Record<
      'src' | 'dst' | 'type' | 'text' | 'url',
      string | undefined
    > & { media_urls?: string[] };
    // Without the type, Plivo sends a text alone.
    if (type === 'mms' ? !media_urls : text === undefined) return undefined;
    return {
      ...{ from: e164(src), to: e164(dst), text: text ?? '', callbackUrl: url },
      ...(type === 'mms' && { media: media_urls }),
    };
  },
  refuseCaller: ({ headers }) =>
    headers.authorization === `Basic ${Buffer.from(`${authId}:${authToken}`).toString('base64')}`
      ? undefined
      : {
          status: 401,
          headers: { 'content-type': 'text/plain' },
          body: 'Could not verify your access level for that URL.',
        },
  accepted: ({ id }) => ({
    status: 202,
    body: JSON.stringify({ api_id: apiId, message: 'message(s) queued', message_uuid: [id] }),
  }),
  refused: failure(400, 'dst parameter is not valid'),
  throttled: failure(429, 'Too many requests'),
  tellsStates: true,
  response: ({ method, path: asked }, taken) => {
    const message = taken.find(({ id }) => asked === `${path}${id}/`);
    return method === 'GET' && message
      ? { status: 200, body: JSON.stringify(resource(message)) }
      : failure(404, 'not found');
  },
  receipt: (message, state) =>
    signed(message.callbackUrl!, {
      From: digits(message.from),
      To: digits(message.to),
      MessageUUID: message.id,
      ParentMessageUUID: message.id,
      PartInfo: '1 of 1',
      Type: 'sms',
      Status: state,
      Units: '1',
      TotalRate: '0.0055',
      ErrorCode: getCode(state),
    }),
  text: ({ id, from, to, text, media }, target) =>
    signed(`${target.publicUrl}/carriers/${target.name}/texts`, {
      From: digits(from),
      To: digits(to),
      MessageUUID: id,
      ...(media
        ? {
            Type: 'mms',
            Body: text,
            MediaCount: String(media.length),
            ...Object.fromEntries(media.map(({ url }, at) => [`Media${at}`, url])),
          }
        : { Type: 'sms', Text: text }),
      Units: '1',
      MessageIntent: '',
      PowerpackUUID: '',
    }),
  takesMedia: true,
  signatureHeaders: [
    'x-plivo-signature-v3',
    'x-plivo-signature-ma-v3',
    'x-plivo-signature-v2',
    'x-plivo-signature-ma-v2',
  ],
};

export function failure(status: number, error: string) {
  return { status, body: JSON.stringify({ api_id: apiId, error }) };
}

const getCode = (state: string): string => (state === 'undelivered' ? '80' : '000');

/** Describes a message as the API does. */
function resource({ id, from, to, state = 'sent' }: TakenMessage) {
  return {
    api_id: apiId,
    error_code: getCode(state),
    from_number: digits(from),
    message_direction: 'outbound',
    message_state: state,
    message_time: '2026-11-22 05:20:00+00:00',
    message_type: 'sms',
    message_uuid: id,
    resource_uri: `${path}${id}/`,
    to_number: digits(to),
    total_amount: '0.00550',
    total_rate: '0.00550',
    units: 1,
  };
}

/** Plivo strips everything but digits from numbers. */
const digits = (phone = ''): string => phone.replaceAll(/\D/g, '');
const e164 = (phone: string | undefined): string => `+${digits(phone)}`;

let nonces = 12_345;

/** Signs a callback in both versions, with the token of the main account. */
export function signed(url: string, fields: Readonly<Record<string, string>>): SentCallback {
  const nonce = String(nonces++);
  const form = Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flat()
    .join('');
  const hmac = (text: string) => createHmac('sha256', authToken).update(text).digest('base64');
  return {
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-plivo-signature-ma-v3': hmac(`${url}?${form}.${nonce}`),
      'x-plivo-signature-v3': hmac(`${url}?${form}.${nonce}`),
      'x-plivo-signature-v3-nonce': nonce,
      'x-plivo-signature-ma-v2': hmac(url + nonce),
      'x-plivo-signature-v2': hmac(url + nonce),
      'x-plivo-signature-v2-nonce': nonce,
    },
    body: new URLSearchParams(fields).toString(),
  };
}
