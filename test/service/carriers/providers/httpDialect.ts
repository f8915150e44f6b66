import { createHmac } from 'node:crypto';
import type { ProviderDialect, SentCallback } from '../providerEmulator.ts';

export const signingKey = 'generic_test_key';
const token = 'Bearer generic-test-token';

/** A provider that nobody knows, with fields in unusual places. */
export const httpDialect: ProviderDialect = {
  settings: (baseUrl) => ({
    base_url: baseUrl,
    path: '/v2/sms?sender={from_digits}',
    headers: { Authorization: token },
    body: {
      message: { recipients: ['{to}'], content: '{text}', files: '{media}', ttl: '{ttl}' },
      report: '{callback}',
    },
    id_pointer: '/result/message-id',
    code_pointer: '/error',
    codes: { E7: 'carrier_rejected', E9: 'throttled' },
    receipt_id_pointer: '/message-id',
    receipt_status_pointer: '/state',
    statuses: { delivered: 'delivered', undelivered: 'undelivered' },
    text_id_pointer: '/mo/id',
    text_from_pointer: '/mo/msisdn',
    text_to_pointer: '/mo/shortcode',
    text_pointer: '/mo/content',
    text_media_pointer: '/mo/files',
    signing_key: signingKey,
  }),
  newId: (count) => `gen-${count}`,
  readSubmit: ({ method, path, body }) => {
    const url = new URL(path, 'http://x');
    if (method !== 'POST' || url.pathname !== '/v2/sms') return undefined;
    const { message, report } = JSON.parse(body) as {
      message: { recipients: [string]; content: string; files?: string[]; ttl: unknown };
      report: string;
    };
    return {
      from: `+${url.searchParams.get('sender')}`,
      to: message.recipients[0],
      text: message.content,
      ...(message.files && { media: message.files }),
      callbackUrl: report,
    };
  },
  refuseCaller: ({ headers }) =>
    headers.authorization === token ? undefined : { status: 401, body: '' },
  accepted: ({ id }) => ({ status: 202, body: JSON.stringify({ result: { 'message-id': id } }) }),
  refused: { status: 200, body: '{"error":"E7"}' },
  throttled: { status: 200, body: '{"error":"E9"}' },
  receipt: ({ id, callbackUrl }, state) => signed(callbackUrl!, { 'message-id': id, state }),
  text: ({ id, from, to, text, media = [] }, { publicUrl, name }) =>
    signed(`${publicUrl}/carriers/${name}/anywhere`, {
      mo: {
        id,
        msisdn: from.slice(1),
        shortcode: to.slice(1),
        content: text,
        files: media.map(({ url }) => url),
      },
    }),
  protectsMedia: true,
  takesMedia: true,
  signatureHeaders: ['x-signature'],
};

function signed(url: string, fields: unknown): SentCallback {
  const body = JSON.stringify(fields);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', signingKey).update(`${timestamp}.${body}`).digest('hex');
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'x-signature': signature,
      'x-timestamp': timestamp,
    },
    body,
  };
}
