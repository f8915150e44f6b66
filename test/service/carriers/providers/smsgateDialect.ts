import { createHmac } from 'node:crypto';
import type { Target } from '../describeCarrier.ts';
import type {
  EmulatedResponse,
  ProviderDialect,
  SentCallback,
  TakenMessage,
} from '../providerEmulator.ts';

export const [username, password] = ['ABCDEF', 'smsgate_test_password'];
export const deviceId = 'PyDmBQZZXYmyxMwED8Fzy';
export const signingKey = 'smsgate_test_key';
/** The number of the SIM, which the first account of a test has. */
export const number = '+12065552000';
const prefix = '/3rdparty/v1';

/** The responses to submits for these recipients. */
export const responses = new Map<string, EmulatedResponse>();
/** Messages that the server has, although it says that it does not: it caches a 404. */
export const hidden = new Set<string>();
/** The URLs that the service registered, by event. */
const webhooks = new Map<string, string>();

interface Submit {
  readonly id?: string;
  readonly phoneNumbers?: readonly [string];
  readonly textMessage?: { readonly text: string };
  /** The spelling of older clients. */
  readonly message?: string;
}
const readBody = (body: string) => (body ? JSON.parse(body) : {}) as Submit;

/** The server of SMSGate and a phone, as their sources and their documentation describe them. */
export const smsgateDialect: ProviderDialect = {
  settings: (baseUrl) => ({
    base_url: `${baseUrl}${prefix}`,
    username,
    password,
    device_id: deviceId,
    signing_key: signingKey,
    numbers: [number],
  }),
  newId: (count) => `nano-${String(count).padStart(16, '0')}`,
  readSubmit: ({ method, path, body }) => {
    const [address] = path.split('?');
    if (method !== 'POST' || !/^\/3rdparty\/v1\/messages?$/.test(address!)) return undefined;
    const { id, phoneNumbers, textMessage, message } = readBody(body);
    return {
      ...(id && { id }),
      from: 'the SIM',
      to: phoneNumbers![0],
      text: textMessage?.text ?? message!,
      callbackUrl: 'the registered webhook',
    };
  },
  refuseCaller: ({ method, headers, body }) => {
    const expected = Buffer.from(`${username}:${password}`).toString('base64');
    if (headers.authorization !== `Basic ${expected}`) return failure(401, 'Unauthorized');
    return method === 'POST' ? responses.get(readBody(body).phoneNumbers?.[0] ?? '') : undefined;
  },
  accepted: (message) => ({
    status: 202,
    headers: { location: `${prefix}/messages/${message.id}` },
    body: JSON.stringify(state(message)),
  }),
  refused: failure(400, 'failed to enqueue message: phone numbers must be unique'),
  throttled: failure(503, 'failed to enqueue message: queue limits exceeded: too many pending'),
  conflict: failure(409, 'message with the same ID already exists'),
  response: ({ method, path, body }, taken) => {
    if (path === `${prefix}/webhooks`) {
      if (method === 'POST') register(body);
      return method === 'POST' ? { status: 201, body } : { status: 200, body: '[]' };
    }
    const [, id] = /^\/3rdparty\/v1\/messages?\/([\w-]+)$/.exec(path) ?? [];
    const message = taken.find((one) => one.id === id && !hidden.has(one.id));
    if (method !== 'GET' || !message) return failure(404, 'message not found');
    return { status: 200, body: JSON.stringify(state(message)) };
  },
  tellsStates: true,
  receipt: (message, reported, target) => {
    const at = new Date().toISOString();
    const [event, more] = {
      sent: ['sms:sent', { sentAt: at, partsCount: 1 }] as const,
      delivered: ['sms:delivered', { deliveredAt: at }] as const,
      undelivered: [
        'sms:failed',
        {
          failedAt: at,
          reason: 'Send result: RESULT_ERROR_GENERIC_FAILURE (Generic failure cause)',
        },
      ] as const,
    }[reported];
    const { id: messageId, to: recipient } = message;
    return signed(target, event, { messageId, sender: null, recipient, simNumber: 1, ...more });
  },
  text: ({ from, text, media }, target) =>
    signed(target, media ? 'mms:downloaded' : 'sms:received', {
      messageId: 'c0ffee',
      sender: from,
      recipient: null,
      phoneNumber: from,
      simNumber: 1,
      ...(media
        ? {
            body: text,
            subject: null,
            attachments: media.map(({ contentType, data }, at) => ({
              partId: at + 1,
              contentType,
              name: null,
              size: data.length,
              data: data.toString('base64'),
            })),
          }
        : { message: text }),
      receivedAt: '2026-11-22T05:20:00.000+00:00',
    }),
  takesMedia: false,
  signatureHeaders: ['x-signature'],
};

function failure(status: number, message: string): EmulatedResponse {
  return { status, body: JSON.stringify({ message }) };
}

/** Describes a message as the API does. */
function state({ id, to, state: reached }: TakenMessage) {
  const state = reached
    ? { sent: 'Sent', delivered: 'Delivered', undelivered: 'Failed' }[reached]
    : 'Pending';
  const error =
    reached === 'undelivered'
      ? 'Send result: RESULT_ERROR_NO_SERVICE (Current service is unavailable)'
      : null;
  return {
    id,
    deviceId,
    state,
    isHashed: false,
    isEncrypted: false,
    recipients: [{ phoneNumber: to, state, error }],
    states: { [state]: new Date().toISOString() },
  };
}

function register(webhook: string): void {
  const { event, url } = JSON.parse(webhook) as { readonly event: string; readonly url: string };
  webhooks.set(event, url);
}

let events = 0;
/** Builds a callback of the phone. It signs each attempt again. */
export function signed(
  { publicUrl, name }: Pick<Target, 'publicUrl' | 'name'>,
  event: string,
  payload: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
): SentCallback {
  const body = JSON.stringify({
    deviceId,
    event,
    id: `event-${++events}`,
    payload,
    webhookId: `textloom-${event}`,
    ...more,
  });
  const url = webhooks.get(event) ?? `${publicUrl}/carriers/${name}/events`;
  return { url, ...sign(body) };
}

/** Signs a body at a time in seconds. */
export function sign(body: string, timestamp = String(Math.floor(Date.now() / 1000))) {
  const signature = createHmac('sha256', signingKey).update(body + timestamp);
  return {
    headers: {
      'content-type': 'application/json',
      'x-timestamp': timestamp,
      'x-signature': signature.digest('hex'),
    },
    body,
  };
}
