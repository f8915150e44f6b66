import type { MediaAccess } from './dialect.ts';

/**
 * Returns the credentials for fetching media from a URL. A URL that belongs to somebody else gets
 * none, because a callback can name any URL.
 */
export function mediaHeaders<S extends { readonly baseUrl: string }>(
  access: MediaAccess<S> | undefined,
  settings: S,
  url: URL,
): Readonly<Record<string, string>> {
  if (!access) return {};
  const isOwn =
    url.origin === new URL(settings.baseUrl).origin ||
    (url.protocol === 'https:' && url.port === '' && access.hosts?.test(url.hostname) === true);
  return isOwn ? access.headers(settings) : {};
}
