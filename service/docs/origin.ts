import { basePath } from '@textloom/shared/contract';

/** The origin in samples and documents, which pages replace by that of the service. */
export const defaultOrigin = 'http://127.0.0.1:4010';

/** The headers that decide the origin of a request, for caches. A proxy can set the last two. */
export const originHeaders = 'host, x-forwarded-host, x-forwarded-proto';

/**
 * Returns the origin that a reader uses: `PUBLIC_URL`, or otherwise the origin of the request. An
 * origin that is not safe in a shell and on a page becomes the default. One that is longer than any
 * host name does, too, because a page can contain it hundreds of times.
 */
export function originOfReader(
  publicUrl: string,
  { protocol, host }: { readonly protocol: string; readonly host: string },
): string {
  if (publicUrl !== '') return publicUrl;
  const isSafe =
    /^https?$/.test(protocol) &&
    /^[\w.-]{1,253}(?::\d{1,5})?$|^\[[\da-f:.]{2,45}\](?::\d{1,5})?$/i.test(host);
  return isSafe ? `${protocol}://${host}` : defaultOrigin;
}

/**
 * Replaces the default base URL of the API in a rendered page. The other URLs in the documents
 * belong to a new installation.
 */
export const withOrigin = (page: string, origin: string): string =>
  page.replaceAll(defaultOrigin + basePath, () => origin + basePath);

/** Replaces the default origin in links to the documentation. */
export const withPages = (text: string, origin: string): string =>
  text.replaceAll(`${defaultOrigin}/docs/`, () => `${origin}/docs/`);
