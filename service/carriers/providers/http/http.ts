import { createHmac } from 'node:crypto';
import type { CallbackEvent } from '../../../store/callbackEvent.ts';
import { isSameSecret } from '../../../secrets/isSameSecret.ts';
import { defineHttpCarrier } from '../../http/defineHttpCarrier.ts';
import type { Meaning, Outgoing } from '../../http/dialect.ts';
import { isRecent } from '../../http/callbacks/callbackChecks.ts';
import { readMedia } from '../../http/readMedia.ts';
import { postForm, postJson } from '../../http/send.ts';
import { checkHttpSettings, httpSettings, outcomes, refusals } from './httpSettings.ts';
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

/**
 * Any provider with an HTTP API, described by templates in the settings. If it signs nothing, the
 * URLs of its callbacks are the secret.
 */
export const http = defineHttpCarrier({
  type: 'http',
  takesMedia: ({ body: template }) => placeholdersIn(template).includes('media'),
  settings: httpSettings,
  check: checkHttpSettings,

  submit: ({ baseUrl, path, format, headers, body: template }, message) => {
    const values = toPlaceholders(message);
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
    return isSameSecret(
      signature.toLowerCase(),
      genericSignature(signingKey, timestamp, call.body),
    );
  },

  readCallback: ({ body: called, messageId }, settings): CallbackEvent[] => {
    const fields = parseFields(called.toString());
    const at = (where: string) => (where === '' ? undefined : textAt(fields, where));
    const status = at(settings.receiptStatusPointer);
    const ref = at(settings.receiptIdPointer) ?? messageId;
    // A URL that names a message is only for receipts.
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

const toPlaceholders = ({ messageId, from, to, text, media, callbackUrl, lifeSeconds }: Outgoing) =>
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
