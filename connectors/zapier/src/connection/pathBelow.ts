/**
 * Returns the path of a URL relative to the base URL, for a path such as `/messages` or a full
 * URL. Returns undefined for any URL that is not below the base URL, because every request
 * carries the API key.
 */
export function pathBelow(baseUrl: string, given: string): string | undefined {
  const base = new URL(baseUrl);
  const isFull = /^[a-z][a-z\d+.-]*:/i.test(given);
  const address = isFull ? given : `${baseUrl}/${given.replace(/^[/\\]+/, '')}`;
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname, search, username, password } = new URL(address);
  const root = base.pathname.replace(/\/+$/, '');
  if (origin !== base.origin) return undefined;
  if (username !== base.username || password !== base.password) return undefined;
  return pathname.startsWith(`${root}/`) ? pathname.slice(root.length) + search : undefined;
}
