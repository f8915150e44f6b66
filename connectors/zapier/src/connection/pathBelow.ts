import { basePath } from '@textloom/shared/contract';

/**
 * Returns the path of a URL relative to the base URL, for a path such as `/messages` or a full
 * URL. A path may repeat the path of the base URL, because the API reference shows `/v1/messages`.
 * Returns undefined for any URL that is not below the base URL, because every request carries the
 * API key.
 */
export function pathBelow(baseUrl: string, given: string): string | undefined {
  const base = new URL(baseUrl);
  const root = base.pathname.replace(/\/+$/, '');
  const isFull = /^[a-z][a-z\d+.-]*:/i.test(given);
  const path = given.replace(/^[/\\]*/, '/');
  const repeated = [root, basePath].find((one) => root.endsWith(one) && path.startsWith(`${one}/`));
  const address = isFull ? given : baseUrl + path.slice(repeated?.length);
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname, search, username, password } = new URL(address);
  if (origin !== base.origin) return undefined;
  if (username !== base.username || password !== base.password) return undefined;
  return pathname.startsWith(`${root}/`) ? pathname.slice(root.length) + search : undefined;
}
