import { createHmac, createPrivateKey, createSign, randomUUID } from 'node:crypto';
import { isSameSecret } from '../../../secrets/isSameSecret.ts';

const tokenSeconds = 900;

interface Application {
  readonly applicationId: string;
  readonly privateKey: string;
}

/** Creates the JSON Web Token of a request. */
export function createToken({ applicationId, privateKey }: Application): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    application_id: applicationId,
    iat: now,
    exp: now + tokenSeconds,
    jti: randomUUID(),
  };
  const signed = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  const signature = createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url');
  return `${signed}.${signature}`;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns whether requests can be signed with the key. */
export function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

type Claims = Readonly<Record<string, unknown>>;

/** Returns the claims of a callback's token. Throws unless it is signed with the secret. */
export function readToken(authorization = '', signatureSecret: string): Claims {
  const [, header = '', claims = '', signature = ''] =
    /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/i.exec(authorization) ?? [];
  const expected = createHmac('sha256', signatureSecret).update(`${header}.${claims}`);
  if (!isSameSecret(signature, expected.digest('base64url')))
    throw new Error('The token is not genuine');
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims;
  if (decode(header).alg !== 'HS256') throw new Error('The token has another algorithm');
  return decode(claims);
}
