import { createHmac } from 'node:crypto';
import type { MessageErrorCode } from '@textloom/shared/contract';
import type { CallbackEvent, CallbackReceipt } from '../../../store/callbackEvent.ts';
import { isSame } from '../../http/callbacks/callbackPaths.ts';
import { defineHttpCarrier } from '../../http/defineHttpCarrier.ts';
import type { Meaning, Outgoing } from '../../http/dialect.ts';
import { isRecent } from '../../http/callbacks/callbackChecks.ts';
import { readMedia } from '../../http/readMedia.ts';
import { postForm, postJson } from '../../http/send.ts';
import {
  fill,
  fillText,
  parseFields,
  placeholdersIn,
  textAt,
  valueAt,
  type Json,
  type Placeholders,
} from './template.ts';
import { oneOf, record, secret, text, type Field } from '../../settings.ts';

const pathPlaceholders = [
  'id',
  'from',
  'to',
  'from_digits',
  'to_digits',
  'text',
  'callback',
  'ttl',
];
const placeholders = [...pathPlaceholders, 'media'];

/** The meanings that a code of the provider can have. */
const refusals = [
  'carrier_rejected',
  'carrier_undeliverable',
  'carrier_discarded',
  'no_route',
  'recipient_opted_out',
  'unregistered_sender',
  'media_rejected',
] as const satisfies readonly MessageErrorCode[];
const meanings = [...refusals, 'throttled', 'account'];
const outcomes = [
  'delivered',
  'undelivered',
  'expired',
  'rejected',
  'discarded',
  'opted_out',
  'unregistered',
  'unroutable',
  'unavailable',
  'media_rejected',
] as const satisfies readonly CallbackReceipt['outcome'][];

const pointer = (description: string, defaultValue = '') =>
  text({
    default: defaultValue,
    pattern: /^(\/[^/]+)+$/,
    must: 'must be a JSON Pointer such as /data/message',
    description,
  });

const body: Field<Json> = {
  description: 'Fields of the request, as an object. Its texts can contain placeholders',
  default: '`{"from": "{from}", "to": "{to}", "text": "{text}"}`',
  read: (value = { from: '{from}', to: '{to}', text: '{text}' }, fail) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return fail('must be an object');
    const unknown = placeholdersIn(value).find((name) => !placeholders.includes(name));
    if (unknown !== undefined)
      return fail(`contains {${unknown}}, but the placeholders are ${placeholders.join(', ')}`);
    return /[^"]\{media\}|\{media\}[^"]/.test(JSON.stringify(value))
      ? fail('contains {media} within a longer text, but a list of addresses is a whole value')
      : (value as Json);
  },
};

const minSecretLength = 16;

/**
 * Any provider with an HTTP API, described by templates in the settings. If it signs nothing, the
 * addresses of its callbacks are the secret.
 */
export const http = defineHttpCarrier({
  type: 'http',
  takesMedia: ({ body: template }) => placeholdersIn(template).includes('media'),
  settings: {
    path: text({
      default: '',
      description: 'Path and query after `base_url`. They can contain placeholders',
    }),
    format: oneOf(['json', 'form'], { default: 'json', description: 'How to write the fields' }),
    headers: {
      ...record(() => true, 'texts, such as {"Authorization": "Bearer …"}', {
        description: 'Headers of the request, such as credentials',
      }),
      isSecret: true,
    },
    body,
    probeUrl: text({
      default: '',
      pattern: /^https?:\/\/[^#]+$/,
      must: 'must be an address such as https://api.example.com/balance',
      description:
        'Address that a GET with `headers` reads while the provider fails, to learn whether it works again. Reading it must change nothing',
    }),
    idPointer: pointer(
      'JSON Pointer to the ID of the message in the response. Without it, the ID of Textloom is used',
    ),
    codePointer: pointer('JSON Pointer to the code of an error in the response'),
    codes: record((meaning) => meanings.includes(meaning), `codes with ${meanings.join(', ')}`, {
      description: `Maps codes to their meaning: \`${meanings.join('`, `')}\``,
    }),
    receiptIdPointer: pointer('JSON Pointer to the ID of the message in a receipt'),
    receiptStatusPointer: pointer('JSON Pointer to the status in a receipt', '/status'),
    receiptCodePointer: pointer('JSON Pointer to the error code in a receipt'),
    statuses: record(
      (outcome) => (outcomes as readonly string[]).includes(outcome),
      `statuses with ${outcomes.join(', ')}`,
      { description: `Maps final statuses to outcomes: \`${outcomes.join('`, `')}\`` },
    ),
    textIdPointer: pointer('JSON Pointer to the ID of an incoming text', '/id'),
    textFromPointer: pointer('JSON Pointer to its sender', '/from'),
    textToPointer: pointer('JSON Pointer to its recipient', '/to'),
    textPointer: pointer('JSON Pointer to its content', '/text'),
    textMediaPointer: pointer(
      'JSON Pointer to its pictures and other files: an address, or a list of addresses or of objects with `url`',
    ),
    signingKey: secret({
      default: '',
      description:
        'Key of the signature: HMAC-SHA256 of the timestamp, a full stop and the body. If empty, only the address of a callback proves where it comes from',
    }),
    callbackSecret: secret({
      default: '',
      description:
        'At least 16 random characters. Textloom derives the addresses of callbacks from them. Required without `signing_key`',
    }),
    signatureHeader: text({
      default: 'X-Signature',
      description: 'Header with the signature, in hex',
    }),
    timestampHeader: text({
      default: 'X-Timestamp',
      description: 'Header with the time of the signature, in seconds since 1970',
    }),
  },
  check: (settings, fail) => {
    const { path, format, body: template, signingKey, callbackSecret } = settings;
    // A receipt must name the message as the response did.
    if ((settings.idPointer === '') !== (settings.receiptIdPointer === ''))
      fail('receipt_id_pointer', 'must be set exactly if id_pointer is set');
    // Otherwise, anyone could compute the addresses that prove where a callback comes from.
    if (signingKey === '' && callbackSecret.length < minSecretLength)
      fail(
        'callback_secret',
        `must have at least ${minSecretLength} characters if signing_key is empty`,
      );
    const unknown = placeholdersIn(path).find((name) => !pathPlaceholders.includes(name));
    if (unknown !== undefined)
      fail(
        'path',
        `contains {${unknown}}, but the placeholders are ${pathPlaceholders.join(', ')}`,
      );
    if (
      format === 'form' &&
      Object.values(template as object).some((one) => typeof one === 'object')
    )
      fail('body', 'must contain only texts and numbers, because a form has no objects');
  },

  submit: ({ baseUrl, path, format, headers, body: template }, message) => {
    const values = placeholdersOf(message);
    const url = baseUrl + fillText(path, values, encodeURIComponent);
    const fields = fill(template, values) as Record<string, Json>;
    return format === 'json'
      ? postJson(url, fields, headers)
      : postForm(url, fields as Record<string, string>, headers);
  },

  read: ({ status, body: received }, { idPointer, codePointer, codes }, { messageId }) => {
    const fields = parseFields(received);
    const code = codePointer === '' ? undefined : textAt(fields, codePointer);
    const meaning = code === undefined ? undefined : toMeaning(codes[code], code);
    if (meaning || status < 200 || status > 299) return meaning;
    const ref = idPointer === '' ? messageId : textAt(fields, idPointer);
    return ref === undefined ? { kind: 'unknown' } : { kind: 'accepted', ref };
  },

  probe: ({ probeUrl, headers }) =>
    probeUrl === '' ? undefined : { method: 'GET', url: probeUrl, headers },

  isGenuine: (settings, call, now) => {
    const { signingKey, signatureHeader, timestampHeader } = settings;
    if (signingKey === '') return call.messageId !== undefined || call.isAtTextsPath;
    const [signature = '', timestamp = ''] = [signatureHeader, timestampHeader].map(
      (name) => call.headers[name.toLowerCase()],
    );
    if (!isRecent(timestamp, now)) return false;
    return isSame(signature.toLowerCase(), genericSignature(signingKey, timestamp, call.body));
  },

  readCallback: ({ body: called, messageId }, settings): CallbackEvent[] => {
    const fields = parseFields(called.toString());
    const at = (where: string) => (where === '' ? undefined : textAt(fields, where));
    const status = at(settings.receiptStatusPointer);
    const ref = at(settings.receiptIdPointer) ?? messageId;
    // An address that names a message is only for receipts.
    if (
      messageId !== undefined ||
      (status !== undefined && at(settings.textPointer) === undefined)
    ) {
      if (ref === undefined || status === undefined)
        throw new Error('The receipt has no ID or no status');
      const outcome = outcomes.find((one) => one === settings.statuses[status]);
      return [{ kind: 'receipt', ref, outcome, code: at(settings.receiptCodePointer) ?? status }];
    }
    const [id, from, to] = [
      settings.textIdPointer,
      settings.textFromPointer,
      settings.textToPointer,
    ].map(at);
    if (!id || !from || !to) throw new Error('The text has no ID, sender or recipient');
    const text = at(settings.textPointer) ?? '';
    const { textMediaPointer } = settings;
    const media = textMediaPointer === '' ? [] : readMedia(valueAt(fields, textMediaPointer));
    return [{ kind: 'text', ref: id, from, to, text, media }];
  },
  media: { headers: ({ headers }) => headers },
  reply: { type: 'text/plain', body: '' },
});

const placeholdersOf = ({ messageId, from, to, text, media, callbackUrl, lifeSeconds }: Outgoing) =>
  ({
    id: messageId,
    from,
    to,
    from_digits: from.replace(/^\+/, ''),
    to_digits: to.replace(/^\+/, ''),
    text,
    media,
    callback: callbackUrl,
    ttl: lifeSeconds,
  }) satisfies Placeholders;

function toMeaning(meaning: string | undefined, code: string): Meaning | undefined {
  if (meaning === 'throttled') return { kind: 'throttled' };
  if (meaning === 'account') return { kind: 'accountFault', code };
  const error = refusals.find((one) => one === meaning);
  return error && { kind: 'refused', error, code };
}

/** Signs a callback: hex HMAC-SHA256 of the timestamp, a full stop, and the octets of the body. */
const genericSignature = (key: string, timestamp: string, octets: Buffer): string =>
  createHmac('sha256', key).update(`${timestamp}.`).update(octets).digest('hex');
