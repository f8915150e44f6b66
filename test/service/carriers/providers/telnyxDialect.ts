import { createHash, createPrivateKey, sign } from 'node:crypto';
import type {
  EmulatedRequest,
  ProviderDialect,
  SentCallback,
  TakenMessage,
} from '../providerEmulator.ts';

export const apiKey = 'KEY0199AA00BB11CC22DD33_EmulatedTelnyx';
export const publicKey = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
export const profileId = '40017a0b-2c3d-4e5f-8a6b-7c8d9e0f1a2b';
/** The key of the first test in RFC 8032, as PKCS #8. */
const privateKey = createPrivateKey({
  key: Buffer.from(
    '302e020100300506032b6570042204209d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'hex',
  ),
  format: 'der',
  type: 'pkcs8',
});

/** Telnyx, as its SDK and its documentation describe it. */
export const telnyxDialect: ProviderDialect = {
  settings: (baseUrl) => ({
    base_url: `${baseUrl}/v2`,
    api_key: apiKey,
    public_key: publicKey,
    messaging_profile_id: profileId,
    numbers: ['+13125551234'],
  }),
  newId: (count) => `40385f64-5717-4562-b3fc-${count.toString(16).padStart(12, '0')}`,
  readSubmit: ({ method, path, body }) => {
    if (method !== 'POST' || path !== '/v2/messages') return undefined;
    const { from, to, text, media_urls, webhook_url } = JSON.parse(body) as Record<
      'from' | 'to',
      string
    > & { text?: string; media_urls?: string[]; webhook_url?: string };
    if (text === undefined && media_urls === undefined) return undefined;
    return {
      ...{ from, to, text: text ?? '', callbackUrl: webhook_url },
      ...(media_urls && { media: media_urls }),
    };
  },
  refuseCaller: ({ headers }: EmulatedRequest) =>
    headers.authorization === `Bearer ${apiKey}`
      ? undefined
      : failure(401, '10009', 'Authentication failed'),
  accepted: (message) => ({
    status: 200,
    body: JSON.stringify({ data: resource(message, 'queued') }),
  }),
  refused: failure(400, '40310', "Invalid 'to' address"),
  throttled: failure(429, '10011', 'Too many requests'),
  tellsStates: true,
  response: ({ method, path }, taken) => {
    const message = taken.find(({ id }) => path === `/v2/messages/${id}`);
    return method === 'GET' && message
      ? { status: 200, body: JSON.stringify({ data: inState(message, message.state ?? 'sent') }) }
      : failure(404, '10005', 'Resource not found');
  },
  receipt: (message, state) =>
    signed(
      message.callbackUrl!,
      event(state === 'sent' ? 'message.sent' : 'message.finalized', inState(message, state)),
    ),
  text: ({ id, from, to, text, media = [] }, target) =>
    signed(
      `${target.publicUrl}/carriers/${target.name}/texts`,
      event('message.received', {
        ...resource({ id, from, to, text, callbackUrl: undefined }, 'webhook_delivered'),
        direction: 'inbound',
        ...(media.length > 0 && { type: 'MMS' }),
        media: media.map(({ url, contentType, data }) => ({
          url,
          content_type: contentType,
          sha256: createHash('sha256').update(data).digest('hex'),
          size: data.length,
        })),
      }),
    ),
  takesMedia: true,
  signatureHeaders: ['telnyx-signature-ed25519', 'telnyx-timestamp'],
};

export function failure(status: number, code: string, title: string) {
  const one = { code, title, detail: title, meta: { url: `https://developers.example/${code}` } };
  return { status, body: JSON.stringify({ errors: [one] }) };
}

/** Describes a message as the API and its callbacks do. */
export function resource(
  { id, from, to, text, media = [], callbackUrl }: TakenMessage,
  status: string,
) {
  return {
    cc: [],
    completed_at: null,
    cost: { amount: '0.0040', currency: 'USD' },
    direction: 'outbound',
    encoding: 'GSM-7',
    errors: [],
    from: { carrier: 'TELNYX LLC', line_type: 'Wireless', phone_number: from },
    id,
    media: media.map((url) => ({ url, content_type: null, sha256: null, size: null })),
    messaging_profile_id: profileId,
    parts: 1,
    received_at: new Date().toISOString(),
    record_type: 'message',
    sent_at: null,
    tags: [],
    text,
    to: [{ carrier: 'T-MOBILE', line_type: 'Wireless', phone_number: to, status }],
    type: media.length > 0 ? 'MMS' : 'SMS',
    valid_until: null,
    webhook_failover_url: null,
    webhook_url: callbackUrl ?? null,
  };
}

/** Describes a message that has this state. */
const inState = (message: TakenMessage, state: 'sent' | 'delivered' | 'undelivered') => ({
  ...resource(message, state === 'undelivered' ? 'delivery_failed' : state),
  ...(state === 'undelivered' && {
    errors: [{ code: '40008', title: 'Undeliverable', detail: 'The recipient is away.' }],
  }),
});

let events = 0;

export const event = (type: string, payload: object): string =>
  JSON.stringify({
    data: {
      event_type: type,
      id: `b301ed3f-1490-491f-995f-${(++events).toString(16).padStart(12, '0')}`,
      occurred_at: new Date().toISOString(),
      payload,
      record_type: 'event',
    },
    meta: { attempt: 1, delivered_to: 'https://sms.example.com' },
  });

/** Signs a body as Telnyx does, by default now. */
export function signed(
  url: string,
  body: string,
  timestamp = String(Math.floor(Date.now() / 1000)),
): SentCallback {
  const signature = sign(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString('base64');
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'telnyx-signature-ed25519': signature,
      'telnyx-timestamp': timestamp,
    },
    body,
  };
}
