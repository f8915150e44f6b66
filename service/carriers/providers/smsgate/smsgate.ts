import { createHash, createHmac } from 'node:crypto';
import { limits } from '@textloom/shared/contract';
import type { CallbackEvent, CallbackText } from '../../../store/callbackEvent.ts';
import type { ReceiptOutcome } from '../../../store/tables/messageTables.ts';
import { defaultCountry } from '../../defaultCountry.ts';
import { isSameSecret } from '../../../secrets/isSameSecret.ts';
import { defineHttpCarrier } from '../../http/defineHttpCarrier.ts';
import { isRecent, requireText } from '../../http/callbacks/callbackChecks.ts';
import { basic, getFrom, postJson, type HttpRequest } from '../../http/send.ts';
import { integer, secret, text } from '../../settings.ts';
import { readAttachments } from './readAttachments.ts';
import { readFailure } from './readFailure.ts';

/** The events about messages. An older app does not have all of them. */
const outcomes = new Map<string, ReceiptOutcome | undefined>([
  ['sms:sent', undefined],
  ['sms:delivered', 'delivered'],
  ['sms:failed', 'undelivered'],
  ['sms:cancelled', 'discarded'],
]);

/** Errors about the phone that the settings name, in the words of the app and of the server. */
const aboutDevice = /invalid device|failed to select device|DeviceID/i;
const minLifeSeconds = 5;

/**
 * SMSGate: an Android phone that sends texts. It serves the same API itself, through a server of
 * one's own, and through its cloud. The sender is always the number of the SIM.
 *
 * A message has the ID that we give it, and the ID is unique per phone. So if a message is sent to
 * the same phone again, the phone never sends it twice. The phone itself posts the callbacks, to
 * URLs that somebody registers once.
 */
export const smsgate = defineHttpCarrier({
  type: 'smsgate',
  baseUrl: 'https://api.sms-gate.app/3rdparty/v1',
  takesMedia: false,
  settings: {
    username: text({ description: 'Username that the app shows for the server that it uses' }),
    password: secret({ pattern: /./, must: 'is missing', description: 'Password below it' }),
    deviceId: text({
      pattern: /^[\w-]{1,64}$/,
      must: 'must be the ID of one phone, which the app shows as Device ID',
      description: 'ID of the phone, which the app shows as Device ID',
    }),
    signingKey: secret({
      pattern: /^.{8,}$/,
      must: 'must be the signing key of the phone, of at least 8 characters',
      description: 'Key with which the phone signs its webhooks',
    }),
    simNumber: integer(1, 3, {
      default: undefined,
      shown: 'the choice of the phone',
      description: 'Slot of the SIM, counted from 1. Required if the phone has several SIMs',
    }),
    defaultCountry,
  },
  check: ({ numbers = [] }, fail) => {
    // Phones do not always know the number of their SIM, so nothing else says who got a text.
    if (numbers.length !== 1) fail('numbers', 'must be a list with only the number of the SIM');
  },

  submit: (settings, { messageId, to, text, lifeSeconds }) =>
    postJson(
      // The service has checked the number. The server would refuse all but mobile numbers.
      `${toBaseUrl(settings)}/messages?skipPhoneValidation=true`,
      {
        id: messageId,
        deviceId: settings.deviceId,
        phoneNumbers: [to],
        textMessage: { text },
        simNumber: settings.simNumber,
        ttl: lifeSeconds === null ? undefined : Math.max(lifeSeconds, minLifeSeconds),
        withDeliveryReport: true,
      },
      basic(settings.username, settings.password),
    ),

  read: ({ status, body }, _settings, { messageId }) => {
    // The phone has the message from an earlier request.
    if (status === 409) return { kind: 'accepted', ref: messageId };
    // Too many messages wait for the phone, or a proxy lost the response of the server.
    if (status === 503) return { kind: 'throttled', keepsCarrier: true };
    const { id, message } = JSON.parse(body) as { id?: unknown; message?: unknown };
    if (status === 202)
      return id === messageId ? { kind: 'accepted', ref: messageId } : { kind: 'unknown' };
    if (status !== 400) return undefined;
    return aboutDevice.test(String(message))
      ? { kind: 'accountFault', code: 'unknown device_id' }
      : { kind: 'refused', error: 'carrier_rejected', code: '400' };
  },

  account: (settings) =>
    getFrom(`${toBaseUrl(settings)}/webhooks`, basic(settings.username, settings.password)),

  lookUp: {
    request: (settings, { messageId }) => messageRequest(settings, messageId),
    read: ({ status, body }, { messageId }) => {
      if (status === 404) return { kind: 'absent' };
      if (status !== 200) return { kind: 'unknown' };
      const { id } = JSON.parse(body) as { id?: unknown };
      return id === messageId ? { kind: 'found', ref: messageId } : { kind: 'unknown' };
    },
    // If the server is wrong after all, it responds to the repeated request with 409.
    isConclusive: true,
  },

  receipt: {
    request: (settings, ref) => messageRequest(settings, ref),
    read: ({ body }) => {
      const { state, recipients } = JSON.parse(body) as Resource;
      const outcome = outcomeByState[state];
      if (outcome === undefined) return undefined;
      const failure = state === 'Failed' ? readFailure(recipients?.[0]?.error ?? '') : undefined;
      return { outcome: failure?.outcome ?? outcome, code: failure?.code ?? state.toLowerCase() };
    },
  },

  register: (settings, { name, callbackUrl }) =>
    [...outcomes.keys(), ...incoming].map((event) =>
      postJson(
        `${toBaseUrl(settings)}/webhooks`,
        // Another registration with the same ID replaces this one.
        {
          id: `${name}-${event.slice('sms:'.length)}`,
          event,
          deviceId: settings.deviceId,
          url: callbackUrl,
        },
        basic(settings.username, settings.password),
      ),
    ),

  isGenuine: ({ signingKey }, { headers, body }, now) => {
    const { 'x-signature': signature, 'x-timestamp': timestamp = '' } = headers;
    return (
      signature !== undefined &&
      isRecent(timestamp, now) &&
      isSameSecret(signature, smsgateSignature(signingKey, body, timestamp))
    );
  },

  readCallback: ({ body }, { deviceId, simNumber, numbers = [] }) => {
    const call = JSON.parse(body.toString()) as Callback;
    const { event, payload } = call;
    const isText = incoming.includes(event);
    if (!isText && !outcomes.has(event)) return [];
    // Webhooks of an account call us for all its phones, and those of a phone for all its SIMs.
    if (call.deviceId !== deviceId) return [];
    if (simNumber !== undefined && readSimSlot(payload) !== simNumber) return [];
    return isText ? [readText(payload, numbers[0]!)] : readReceipt(event, payload);
  },
  reply: { type: 'text/plain', body: '' },
  // A file in base64 is a third larger, and the rest of the callback is small.
  maxTextBytes: limits.mediaBytes * 2,
});

/** A message as the server returns it. */
interface Resource {
  readonly state: string;
  readonly recipients?: readonly { readonly error?: string | null }[];
}

const outcomeByState: Readonly<Record<string, ReceiptOutcome>> = {
  Delivered: 'delivered',
  Failed: 'undelivered',
  Cancelled: 'discarded',
};

const messageRequest = (
  settings: { readonly baseUrl: string; readonly username: string; readonly password: string },
  id: string,
): HttpRequest =>
  getFrom(`${toBaseUrl(settings)}/messages/${id}`, basic(settings.username, settings.password));

const incoming = ['sms:received', 'mms:downloaded'];

interface Callback {
  readonly event: string;
  readonly deviceId: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** People write the URL with a slash at its end. */
const toBaseUrl = ({ baseUrl }: { readonly baseUrl: string }) => baseUrl.replace(/\/+$/, '');

/** Signs a callback as the app does. */
export const smsgateSignature = (key: string, body: Buffer, timestamp: string): string =>
  createHmac('sha256', key).update(body).update(timestamp).digest('hex');

/** The phone repeats a refused callback, and somebody can give the app its permission meanwhile. */
function readSimSlot({ simNumber }: Callback['payload']): number {
  if (typeof simNumber === 'number') return simNumber;
  throw new Error('The callback does not name the SIM');
}

function readReceipt(event: string, payload: Callback['payload']): CallbackEvent[] {
  const ref = requireText(payload.messageId, 'messageId');
  // Others may send through the same phone.
  if (!/^msg_\w+$/.test(ref)) return [];
  const { reason } = payload;
  const failure =
    event === 'sms:failed' && typeof reason === 'string' ? readFailure(reason) : undefined;
  const outcome = failure?.outcome ?? outcomes.get(event);
  const code = failure?.code ?? event.slice('sms:'.length);
  return [{ kind: 'receipt', ref, messageId: ref, outcome, code }];
}

/**
 * The phone may report a text twice, with other IDs, but not with another time. Its own ID of a
 * text has only 32 bits.
 */
function readText(payload: Callback['payload'], to: string): CallbackText {
  const from = requireText(payload.sender || payload.phoneNumber, 'sender').trim();
  // The text of an MMS is its body.
  const content = [payload.message, payload.body].find((one) => typeof one === 'string') ?? '';
  const media = readAttachments(payload.attachments);
  const receivedAt = requireText(payload.receivedAt, 'receivedAt');
  // The spelling of the time depends on the time zone of the phone.
  const time = Date.parse(receivedAt) || receivedAt;
  const parts = [content, ...media.map(({ url }) => url)];
  const ref = createHash('sha256').update(JSON.stringify([from, time, ...parts]));
  return { kind: 'text', ref: ref.digest('hex'), from, to, text: content, media };
}
