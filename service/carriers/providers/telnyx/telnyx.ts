import { createPublicKey, verify } from 'node:crypto';
import type { CallbackEvent, CallbackReceipt } from '../../../store/callbackEvent.ts';
import type { ReceiptOutcome } from '../../../store/tables/messageTables.ts';
import { defineHttpCarrier } from '../../http/defineHttpCarrier.ts';
import { isRecent, requireText } from '../../http/callbacks/callbackChecks.ts';
import { numberSettings } from '../../http/numbers/numberSettings.ts';
import { readMedia } from '../../http/readMedia.ts';
import { bearer, getFrom, postJson } from '../../http/send.ts';
import type { Keyword } from '../../../lib/keyword.ts';
import { secret, text } from '../../settings.ts';
import { readTelnyxResponse } from './readTelnyxResponse.ts';
import { telnyxAdvice } from './telnyxAdvice.ts';
import { telnyxFailure, type TelnyxError } from './telnyxFailure.ts';
import { telnyxNumbers } from './telnyxNumbers.ts';

/** The outcomes of all final statuses. The status `delivery_unconfirmed` says nothing. */
const outcomes: ReadonlyMap<string, ReceiptOutcome> = new Map([
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['sending_failed', 'rejected'],
  ['delivery_failed', 'undelivered'],
  ['expired', 'expired'],
]);

const keywords: ReadonlyMap<string, Keyword> = new Map([
  ['STOP', 'stop'],
  ['START', 'start'],
  ['HELP', 'help'],
]);

/** The prefix of an Ed25519 key in DER. The 32 octets of the key follow. */
const keyPrefix = Buffer.from('302a300506032b6570032100', 'hex');

const publicKey = {
  pattern: /^[A-Za-z\d+/]{43}=$/,
  must: 'must be a public key of the account: 44 characters that end with =',
};

/**
 * Telnyx Messaging. It takes neither our ID nor a validity, and lists queued messages late, so only
 * the callback of a message settles a lost response.
 */
export const telnyx = defineHttpCarrier({
  type: 'telnyx',
  advice: telnyxAdvice,
  baseUrl: 'https://api.telnyx.com/v2',
  takesMedia: true,
  settings: {
    apiKey: secret({
      pattern: /^KEY\S{10,}$/,
      must: 'must be an API key, which starts with KEY',
      description: 'API key, from API Keys in the Telnyx portal',
    }),
    publicKey: text({
      ...publicKey,
      description: 'Public key of the account, with which Textloom checks callbacks',
    }),
    nextPublicKey: text({
      ...publicKey,
      default: '',
      description: 'A second public key that counts, while you replace the key',
    }),
    messagingProfileId: text({
      default: '',
      pattern: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
      must: 'must be the ID of a messaging profile, such as 40017a0b-2c3d-4e5f-8a6b-7c8d9e0f1a2b',
      description: 'Messaging profile to send through. Names as senders need it',
    }),
    ...numberSettings,
  },
  numbers: telnyxNumbers,

  submit: ({ baseUrl, apiKey, messagingProfileId }, { from, to, text, media, callbackUrl }) =>
    postJson(
      `${baseUrl}/messages`,
      {
        from,
        to,
        text: text || undefined,
        media_urls: media.length > 0 ? media : undefined,
        messaging_profile_id: messagingProfileId || undefined,
        webhook_url: callbackUrl,
      },
      bearer(apiKey),
    ),

  read: readTelnyxResponse,

  receipt: {
    request: ({ baseUrl, apiKey }, ref) => getFrom(`${baseUrl}/messages/${ref}`, bearer(apiKey)),
    read: ({ body }) => {
      const { outcome, code } = readReceipt((JSON.parse(body) as { data: Payload }).data);
      return outcome && { outcome, code };
    },
  },
  account: ({ baseUrl, apiKey }) =>
    getFrom(`${baseUrl}/messaging_profiles?page[size]=1`, bearer(apiKey)),

  isGenuine: ({ publicKey, nextPublicKey }, { headers, body, path, messageId }, now) => {
    const signature = headers['telnyx-signature-ed25519'];
    const timestamp = headers['telnyx-timestamp'] ?? '';
    if (!signature || !isRecent(timestamp, now)) return false;
    const signed = Buffer.concat([Buffer.from(`${timestamp}|`), body]);
    const octets = Buffer.from(signature, 'base64');
    const isSigned = [publicKey, nextPublicKey].some(
      (key) => key !== '' && verify(null, signed, toKey(key), octets),
    );
    return isSigned && (messageId === undefined || isAddressed(body, path));
  },

  readCallback: ({ body }) => {
    const { event_type: type, payload } = (JSON.parse(body.toString()) as Callback).data;
    switch (type) {
      case 'message.sent':
      case 'message.finalized':
        return [readReceipt(payload)];
      case 'message.received':
        return [readText(payload)];
      default:
        // A profile and a number also report events that are not about texts.
        requireText(type, 'event_type');
        return [];
    }
  },
  reply: { type: 'text/plain', body: '' },
});

const toKey = (publicKey: string) =>
  createPublicKey({
    key: Buffer.concat([keyPrefix, Buffer.from(publicKey, 'base64')]),
    format: 'der',
    type: 'spki',
  });

interface Payload {
  readonly id?: unknown;
  readonly from?: { readonly phone_number?: unknown };
  readonly to?: readonly { readonly phone_number?: unknown; readonly status?: string }[];
  readonly text?: string | null;
  readonly media?: unknown;
  readonly errors?: readonly TelnyxError[] | null;
  readonly autoresponse_type?: string | null;
  readonly webhook_url?: unknown;
}

/** A callback of the webhook API version 2. */
interface Callback {
  readonly data: { readonly event_type?: unknown; readonly payload: Payload };
}

/**
 * Returns whether a callback belongs at the path of a message. The signature covers only the body,
 * which names the URL that we gave with the message.
 */
function isAddressed(body: Buffer, path: string): boolean {
  const { data } = JSON.parse(body.toString()) as Partial<Callback>;
  const url = data?.payload.webhook_url;
  return typeof url !== 'string' || url.endsWith(`/${path}`);
}

function readReceipt({ id, to, errors: reported }: Payload): CallbackReceipt {
  const ref = requireText(id, 'id');
  const status = requireText(to?.[0]?.status, 'status');
  const byStatus = outcomes.get(status);
  const [first] = reported ?? [];
  if (!byStatus || byStatus === 'delivered' || !first)
    return { kind: 'receipt', ref, outcome: byStatus, code: status };
  const outcome = telnyxFailure(first) ?? byStatus;
  return { kind: 'receipt', ref, outcome, code: String(first.code) };
}

function readText({ id, from, to, text, media, autoresponse_type: reply }: Payload): CallbackEvent {
  return {
    kind: 'text',
    ref: requireText(id, 'id'),
    from: requireText(from?.phone_number, 'from'),
    to: requireText(to?.[0]?.phone_number, 'to'),
    text: text ?? '',
    media: readMedia(media),
    keyword: keywords.get(reply?.toUpperCase() ?? ''),
    // Telnyx names its reply to a keyword.
    isRepliedTo: Boolean(reply),
  };
}
