import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../secrets/isSameSecret.ts';

/** Signs a callback as Twilio does: the URL, and the sorted fields of its form. */
export function twilioSignature(token: string, url: string, fields: URLSearchParams): string {
  const names = [...new Set(fields.keys())].sort();
  const pairs = names.flatMap((name) =>
    [...new Set(fields.getAll(name))].sort().map((value) => name + value),
  );
  return createHmac('sha1', token)
    .update(url + pairs.join(''))
    .digest('base64');
}

/** Returns whether the signature of a callback is that of its URL and of its form. */
export function isTwilioSignature(
  given: string,
  token: string,
  url: string,
  fields: URLSearchParams,
): boolean {
  return urlSpellings(url).some((spelling) =>
    isSameSecret(given, twilioSignature(token, spelling, fields)),
  );
}

/** Twilio signs the URL with the standard port or without it. */
function urlSpellings(url: string): string[] {
  const { protocol, host, port } = new URL(url);
  const rest = url.slice(`${protocol}//${host}`.length);
  return port ? [url] : [url, `${protocol}//${host}:${protocol === 'https:' ? 443 : 80}${rest}`];
}
