import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../secrets/isSameSecret.ts';
import { defineHttpCarrier } from '../../http/defineHttpCarrier.ts';
import type { Outgoing } from '../../http/dialect.ts';
import { isRecent } from '../../http/callbacks/callbackChecks.ts';
import { getFrom, postForm, postJson } from '../../http/send.ts';
import { checkHttpSettings, findCallbackSecret, httpSettings } from './httpSettings.ts';
import { readHttpCallback } from './readHttpCallback.ts';
import { readHttpResponse } from './readHttpResponse.ts';
import { fill, fillText, placeholdersIn, type Json, type Placeholders } from './template.ts';

/**
 * Any provider with an HTTP API, described by templates in the settings. If it signs nothing, the
 * URLs of its callbacks are the secret.
 */
export const http = defineHttpCarrier({
  type: 'http',
  takesMedia: ({ body: template }) => placeholdersIn(template).includes('media'),
  settings: httpSettings,
  callbackSecret: findCallbackSecret,
  check: checkHttpSettings,

  submit: ({ baseUrl, path, format, headers, body: template }, message) => {
    const values = toPlaceholders(message);
    const url = baseUrl + fillText(path, values, encodeURIComponent);
    const fields = fill(template, values) as Record<string, Json>;
    return format === 'json'
      ? postJson(url, fields, headers)
      : postForm(url, fields as Record<string, string>, headers);
  },

  read: readHttpResponse,

  probe: ({ probeUrl, headers }) => (probeUrl === '' ? undefined : getFrom(probeUrl, headers)),

  isGenuine: (settings, call, now) => {
    const { signingKey, signatureHeader, timestampHeader } = settings;
    if (signingKey === '') return call.messageId !== undefined || call.isAtTextsPath;
    // The signature covers only a body.
    if (call.method === 'GET') return false;
    const [signature = '', timestamp = ''] = [signatureHeader, timestampHeader].map(
      (name) => call.headers[name.toLowerCase()],
    );
    if (!isRecent(timestamp, now)) return false;
    return isSameSecret(
      signature.toLowerCase(),
      genericSignature(signingKey, timestamp, call.body),
    );
  },

  readCallback: readHttpCallback,
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

/** Signs a callback: hex HMAC-SHA256 of the timestamp, a full stop, and the octets of the body. */
const genericSignature = (key: string, timestamp: string, octets: Buffer): string =>
  createHmac('sha256', key).update(`${timestamp}.`).update(octets).digest('hex');
