import { createHash, createHmac, createVerify, generateKeyPairSync } from 'node:crypto';
import type { EmulatedRequest, ProviderDialect, SentCallback } from '../providerEmulator.ts';

export const applicationId = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';
export const signatureSecret = 'vonage_test_signature_secret_32bytes';
export const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

interface Content {
  readonly content?: readonly {
    readonly type: 'image' | 'audio' | 'video' | 'vcard' | 'file';
    readonly url: string;
    readonly caption?: string;
  }[];
}

/** Vonage's Messages API v1, as its documentation and its SDK describe it. */
export const vonageDialect: ProviderDialect = {
  settings: (baseUrl) => ({
    base_url: baseUrl,
    application_id: applicationId,
    private_key: privateKey,
    signature_secret: signatureSecret,
    numbers: ['+13125551234'],
  }),
  newId: (count) => `aaaaaaaa-bbbb-4ccc-8ddd-${count.toString(16).padStart(12, '0')}`,
  readSubmit: ({ method, path, body }) => {
    if (method !== 'POST' || path !== '/v1/messages') return undefined;
    const { content, ...fields } = JSON.parse(body) as Record<string, string | undefined> & Content;
    const kind = `${fields.channel} ${fields.message_type}`;
    if (kind !== 'sms text' && kind !== 'mms content') return undefined;
    // An MMS has other limits, and a caption is never empty.
    const isWrong =
      Number(fields.ttl ?? 300) < 300 || content?.some(({ caption }) => caption === '');
    if (kind === 'mms content' && (!content || isWrong)) return undefined;
    return {
      from: `+${fields.from}`,
      to: `+${fields.to}`,
      text: fields.text ?? content?.[0]?.caption ?? '',
      ...(content && { media: content.map(({ url }) => url) }),
      callbackUrl: fields.webhook_url,
      reference: fields.client_ref,
    };
  },
  refuseCaller: (request) =>
    isAuthorized(request)
      ? undefined
      : problem(401, 'https://developer.vonage.com/api-errors#unauthorized', 'Unauthorized'),
  accepted: ({ id }) => ({ status: 202, body: JSON.stringify({ message_uuid: id }) }),
  refused: problem(422, messagesError(1120), 'Invalid sender'),
  throttled: problem(429, messagesError(1000), 'Throttled'),
  receipt: (message, state) =>
    signed(message.callbackUrl!, {
      message_uuid: message.id,
      to: message.to.slice(1),
      from: message.from.slice(1),
      timestamp: new Date().toISOString(),
      status: { sent: 'submitted', delivered: 'delivered', undelivered: 'rejected' }[state],
      ...(state === 'undelivered' && { error: { type: messagesError(1190), title: 1190 } }),
      channel: 'sms',
      ...(message.reference !== undefined && { client_ref: message.reference }),
      usage: { currency: 'EUR', price: '0.0333' },
    }),
  text: ({ id, from, to, text, media: [picture] = [] }, target) =>
    signed(`${target.publicUrl}/carriers/${target.name}/inbound`, {
      channel: 'sms',
      message_uuid: id,
      to: to.slice(1),
      from: from.slice(1),
      timestamp: new Date().toISOString(),
      ...(picture
        ? {
            channel: 'mms',
            message_type: 'image',
            image: { url: picture.url, name: 'picture', caption: text },
          }
        : {
            message_type: 'text',
            text,
            sms: { num_messages: '1', keyword: text.split(' ')[0]!.toUpperCase() },
          }),
      usage: { currency: 'EUR', price: '0.0333' },
    }),
  protectsMedia: true,
  takesMedia: true,
  signatureHeaders: ['authorization'],
};

/** Whether a request carries a token that the key of the application signed. */
function isAuthorized({ headers: { authorization = '' } }: EmulatedRequest): boolean {
  const [header = '', claims = '', signature = ''] = authorization
    .replace('Bearer ', '')
    .split('.');
  const verify = createVerify('RSA-SHA256').update(`${header}.${claims}`);
  if (!verify.verify(publicKey, signature, 'base64url')) return false;
  const { application_id, exp, jti } = JSON.parse(
    Buffer.from(claims, 'base64url').toString(),
  ) as Record<string, unknown>;
  return application_id === applicationId && Number(exp) > Date.now() / 1000 && jti !== undefined;
}

export function messagesError(code: number): string {
  return `https://developer.vonage.com/api-errors/messages#${code}`;
}

function problem(status: number, type: string, title: string) {
  const body = JSON.stringify({ type, title, detail: `${title}.`, instance: 'bf0ca0bf927b3b52' });
  return { status, headers: { 'content-type': 'application/problem+json' }, body };
}

/** Signs a callback with a token, as "Verify signed webhooks" describes it. */
export function signed(
  url: string,
  fields: unknown,
  { secret = signatureSecret, algorithm = 'HS256', ...claims }: Record<string, unknown> = {},
): SentCallback {
  const body = typeof fields === 'string' ? fields : JSON.stringify(fields);
  const parts = [
    { alg: algorithm, typ: 'JWT' },
    {
      iat: Math.floor(Date.now() / 1000),
      jti: crypto.randomUUID(),
      iss: 'Vonage',
      payload_hash: createHash('sha256').update(body).digest('hex'),
      api_key: 'abcd1234',
      application_id: applicationId,
      ...claims,
    },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const token = parts.join('.');
  const signature = createHmac('sha256', String(secret)).update(token).digest('base64url');
  return {
    url,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}.${signature}`,
    },
    body,
  };
}
