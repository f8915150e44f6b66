import { createHmac } from 'node:crypto';
import type { ProviderDialect, SentCallback, TakenMessage } from '../providerEmulator.ts';

export const accountSid = 'AC00000000000000000000000000000001';
export const authToken = '12345678901234567890123456789012';
const path = `/2010-04-01/Accounts/${accountSid}/Messages.json`;

/** Twilio, as its OpenAPI document and its SDK describe it. */
export const twilioDialect: ProviderDialect = {
  settings: (baseUrl) => ({
    base_url: baseUrl,
    account_sid: accountSid,
    auth_token: authToken,
    numbers: ['+13125551234'],
  }),
  newId: (count) => `SM${count.toString(16).padStart(32, '0')}`,
  readSubmit: ({ method, path: asked, body }) => {
    if (method !== 'POST' || asked !== path) return undefined;
    const fields = new URLSearchParams(body);
    return {
      from: fields.get('From') ?? '',
      to: fields.get('To') ?? '',
      text: fields.get('Body') ?? '',
      ...(fields.has('MediaUrl') && { media: fields.getAll('MediaUrl') }),
      callbackUrl: fields.get('StatusCallback') ?? undefined,
    };
  },
  refuseCaller: ({ headers }) =>
    headers.authorization ===
    `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
      ? undefined
      : failure(401, 20003, 'Authenticate'),
  accepted: (message) => ({ status: 201, body: JSON.stringify(resource(message)) }),
  refused: failure(400, 21211, "The 'To' number is not a valid phone number."),
  throttled: failure(429, 20429, 'Too Many Requests'),
  tellsStates: true,
  response: ({ method, path: asked }, taken) => {
    const message = taken.find(({ id }) => asked === path.replace('.json', `/${id}.json`));
    return method === 'GET' && message
      ? { status: 200, body: JSON.stringify(resource(message)) }
      : failure(404, 20404, 'The requested resource was not found');
  },
  receipt: (message, state) =>
    signed(message.callbackUrl!, {
      AccountSid: accountSid,
      ApiVersion: '2010-04-01',
      From: message.from,
      MessageSid: message.id,
      MessageStatus: state,
      SmsSid: message.id,
      SmsStatus: state,
      To: message.to,
      ...(state === 'undelivered' && { ErrorCode: '30003' }),
    }),
  text: ({ id, from, to, text, media = [] }, target) =>
    signed(`${target.publicUrl}/carriers/${target.name}/texts`, {
      AccountSid: accountSid,
      Body: text,
      From: from,
      MessageSid: id,
      NumMedia: String(media.length),
      ...Object.fromEntries(
        media.flatMap(({ url, contentType }, at) => [
          [`MediaUrl${at}`, url],
          [`MediaContentType${at}`, contentType],
        ]),
      ),
      NumSegments: '1',
      SmsStatus: 'received',
      To: to,
    }),
  protectsMedia: true,
  takesMedia: true,
  signatureHeaders: ['x-twilio-signature'],
};

function failure(status: number, code: number, message: string) {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return { status, body: JSON.stringify({ code, message, more_info, status }) };
}

/** Describes a message as the API does. */
function resource({ id, from, to, text, media = [], state }: TakenMessage) {
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: text,
    date_created: new Date().toUTCString(),
    date_sent: null,
    date_updated: new Date().toUTCString(),
    direction: 'outbound-api',
    error_code: state === 'undelivered' ? 30003 : null,
    error_message: null,
    from,
    messaging_service_sid: null,
    num_media: String(media.length),
    num_segments: '1',
    price: null,
    price_unit: 'USD',
    sid: id,
    status: state ?? 'queued',
    subresource_uris: {},
    to,
    uri: `/2010-04-01/Accounts/${accountSid}/Messages/${id}.json`,
  };
}

function signed(url: string, fields: Record<string, string>): SentCallback {
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}${fields[name]}`)
    .join('');
  return {
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', authToken)
        .update(url + text)
        .digest('base64'),
    },
    body: new URLSearchParams(fields).toString(),
  };
}
