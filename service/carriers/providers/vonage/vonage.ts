import { createHash } from 'node:crypto';
import type { MessageErrorCode } from '@textloom/shared/contract';
import type { CallbackEvent, CallbackReceipt } from '../../../store/callbackEvent.ts';
import type { ReceiptOutcome } from '../../../store/tables/messageTables.ts';
import { defineHttpCarrier } from '../../http/defineHttpCarrier.ts';
import type { Meaning } from '../../http/dialect.ts';
import { requireText } from '../../http/callbacks/callbackChecks.ts';
import { bearer, getFrom, postJson, type HttpResponse } from '../../http/send.ts';
import { flag, secret, text } from '../../settings.ts';
import { vonageAdvice } from './vonageAdvice.ts';
import { toContent } from './vonageContent.ts';
import { vonageNumbers, vonageNumberSettings } from './vonageNumbers.ts';
import { createToken, isRsaKey, readToken } from './vonageTokens.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The codes of messages that did not arrive, in responses and in status callbacks. */
const outcomes: Readonly<Record<string, ReceiptOutcome>> = {
  1000: 'unavailable',
  1030: 'unavailable',
  1040: 'unroutable',
  1060: 'unavailable',
  1070: 'unavailable',
  1080: 'unavailable',
  1100: 'unavailable',
  1140: 'unroutable',
  1160: 'unroutable',
  1180: 'undelivered',
  1190: 'undelivered',
  1200: 'undelivered',
  1210: 'discarded',
  1220: 'undelivered',
  1230: 'undelivered',
  1240: 'opted_out',
  1250: 'unroutable',
  1260: 'undelivered',
  1270: 'discarded',
  1280: 'discarded',
  1290: 'undelivered',
  1330: 'undelivered',
  1360: 'expired',
};
const outcomeByStatus: Readonly<Record<string, ReceiptOutcome>> = {
  delivered: 'delivered',
  rejected: 'rejected',
  // Vonage could not reach the carrier behind it.
  undeliverable: 'unavailable',
};

/** The errors of refusals at submit. The others are `carrier_rejected`. */
const refusals: Readonly<Partial<Record<ReceiptOutcome, MessageErrorCode>>> = {
  opted_out: 'recipient_opted_out',
  unroutable: 'no_route',
  unavailable: 'carrier_unavailable',
};
const throttled = '1000';
/** A barred account, no credit, and no access to the API. */
const accountFaults = ['1060', '1070', '1080', 'low-balance', 'account-suspended', 'unprovisioned'];

/**
 * The words to which Opt-Out Assist replies, if they are the whole text. A campaign can add others,
 * which nobody tells us.
 */
const repliedTo = /^\s*(STOP|END|QUIT|CANCEL|UNSUBSCRIBE|START|JOIN|HELP)\s*$/i;

/**
 * Vonage repeats callbacks for up to three days, and does not say whether it signs them again. A
 * replay changes nothing, because a message has one final receipt and the ID of a text counts once.
 */
const maxAgeSeconds = 73 * 3_600;
const maxAheadSeconds = 300;

/**
 * Vonage's Messages API. It has no list of messages, but repeats our ID in the reports on a
 * message, in octets that it signs. So these settle a lost response at whatever URL they arrive.
 */
export const vonage = defineHttpCarrier({
  type: 'vonage',
  advice: vonageAdvice,
  baseUrl: 'https://api.nexmo.com',
  takesMedia: true,
  maxTextLength: 1_000,
  settings: {
    applicationId: text({
      pattern: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
      must: 'must be the ID of an application, such as aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
      description: 'ID of the application, under **Applications** in the Vonage dashboard',
    }),
    privateKey: secret({
      description: 'Private key of the application: the content of the file `private.key`',
    }),
    signatureSecret: secret({
      pattern: /^\S{8,}$/,
      must: 'must be the signature secret of the account',
      description: 'Signature secret of the account. Vonage signs its callbacks with it',
    }),
    optOutAssist: flag({
      description: 'Whether Vonage replies to STOP, START and HELP itself (Opt-Out Assist)',
    }),
    ...vonageNumberSettings,
  },
  numbers: vonageNumbers,
  check: ({ privateKey, apiKey, apiSecret, importNumbers, buyNumbers }, fail) => {
    if (apiKey === '' && (importNumbers || buyNumbers > 0)) fail('api_key', 'is missing');
    if ((apiKey === '') !== (apiSecret === ''))
      fail(apiKey ? 'api_secret' : 'api_key', 'is missing');
    if (!isRsaKey(privateKey))
      fail(
        'private_key',
        'must be the private key of the application, with its first and last line',
      );
  },

  submit: (settings, { messageId, from, to, text, media, lifeSeconds, callbackUrl }) =>
    postJson(
      `${settings.baseUrl}/v1/messages`,
      {
        ...toContent({ text, media, lifeSeconds }),
        to: withoutPlus(to),
        from: withoutPlus(from),
        client_ref: messageId,
        webhook_url: callbackUrl,
        webhook_version: 'v1',
      },
      bearer(createToken(settings)),
    ),

  // The API has no request for this. It refuses to read the URL for submits, if it works.
  probe: (settings) => getFrom(`${settings.baseUrl}/v1/messages`, bearer(createToken(settings))),

  read: readVonageResponse,

  isGenuine: ({ applicationId, signatureSecret }, { headers, body }, now) => {
    const claims = readToken(headers.authorization, signatureSecret);
    const { payload_hash, application_id = applicationId, iat, exp = Infinity } = claims;
    const age = now.getTime() / 1000 - Number(iat);
    return (
      payload_hash === createHash('sha256').update(body).digest('hex') &&
      // All applications of an account share the secret.
      application_id === applicationId &&
      age <= maxAgeSeconds &&
      age >= -maxAheadSeconds &&
      now.getTime() / 1000 < Number(exp)
    );
  },

  readCallback: ({ body }, { optOutAssist }) => {
    const fields = JSON.parse(body.toString()) as Fields;
    if (fields.status !== undefined) return [readReceipt(fields)];
    // The application can also have other channels, whose senders are not phone numbers.
    if (fields.channel !== 'sms' && fields.channel !== 'mms') return [];
    return [readText(fields, optOutAssist)];
  },
  // An account can require a token for the media that recipients send.
  media: {
    headers: (settings) => bearer(createToken(settings)),
    hosts: /^api[\w-]*\.nexmo\.com$/,
  },
  reply: { type: 'text/plain', body: '' },
});

/** Reads a response to a submit. Throws unless it is JSON. */
export function readVonageResponse({
  status,
  body,
}: Omit<HttpResponse, 'headers'>): Meaning | undefined {
  const fields = JSON.parse(body) as Fields;
  if (status < 300)
    return typeof fields.message_uuid === 'string'
      ? { kind: 'accepted', ref: fields.message_uuid }
      : { kind: 'unknown' };
  const code = findCode(fields);
  if (status < 400 || status >= 500 || code === undefined) return undefined;
  if (code === throttled) return { kind: 'throttled' };
  if (accountFaults.includes(code)) return { kind: 'accountFault', code };
  const outcome = outcomes[code];
  const isAboutMessage = outcome !== undefined || /^1\d{3}$/.test(code);
  if (!isAboutMessage && status !== 400 && status !== 422) return undefined;
  return { kind: 'refused', error: (outcome && refusals[outcome]) ?? 'carrier_rejected', code };
}

/** Finds the code of a problem at the end of its type, which is the URL of its description. */
function findCode({ type, title }: Fields): string | undefined {
  const [, code] = /#([\w-]+)$/.exec(String(type)) ?? [];
  return code ?? (/^\d{4}$/.test(String(title)) ? String(title) : undefined);
}

function readReceipt(fields: Fields): CallbackReceipt {
  const status = requireText(fields.status, 'status');
  const { client_ref: reference, error } = fields;
  const outcome = isUnconfirmed(fields) ? undefined : outcomeByStatus[status];
  const hasFailed = outcome !== undefined && outcome !== 'delivered';
  const code = hasFailed ? findCode((error ?? {}) as Fields) : undefined;
  return {
    kind: 'receipt',
    ref: requireText(fields.message_uuid, 'message_uuid'),
    // Vonage signs this reference, but not the path. A report at another path counts for it.
    messageId: typeof reference === 'string' && /^msg_\w+$/.test(reference) ? reference : undefined,
    outcome: (code === undefined ? undefined : outcomes[code]) ?? outcome,
    code: code ?? status,
  };
}

/**
 * Vonage also rejects a long text if some of its parts have no receipt within five minutes. These
 * parts can still arrive. The statuses of the parts show whether one has failed.
 */
function isUnconfirmed({ status, sms }: Fields): boolean {
  const { segments = [] } = (sms ?? {}) as { readonly segments?: readonly Fields[] };
  const found = new Set(segments.map((segment) => segment.status));
  return (
    status === 'rejected' &&
    found.delete('delivered') &&
    (found.size === 0 || (found.size === 1 && found.has('submitted')))
  );
}

function readText(fields: Fields, optOutAssist: boolean): CallbackEvent {
  const parts = readParts(fields);
  // An MMS has its text in a separate part, or as the caption of a picture.
  const texts = [fields.text, ...parts.flatMap(({ text, caption }) => [text, caption])];
  const content = texts.filter((text) => typeof text === 'string' && text !== '').join('\n');
  return {
    kind: 'text',
    ref: requireText(fields.message_uuid, 'message_uuid'),
    from: requireText(fields.from, 'from'),
    to: requireText(fields.to, 'to'),
    text: content,
    media: parts.flatMap(({ url }) => (typeof url === 'string' ? [{ url }] : [])),
    isRepliedTo: optOutAssist && repliedTo.test(content),
  };
}

/** Returns the parts of an MMS: one under the name of its type, or several as its content. */
function readParts(fields: Fields): readonly Fields[] {
  const { message_type: type, content } = fields;
  const parts: unknown[] = Array.isArray(content) ? content : [fields[String(type)]];
  return parts.filter((part): part is Fields => typeof part === 'object' && part !== null);
}

const withoutPlus = (address: string) => address.replace(/^\+/, '');
