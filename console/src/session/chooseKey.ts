import { commonKey } from './commonKey.ts';

/**
 * Returns the key that a tab uses. A link may contain a key, but it must not lead a user into
 * another account unless the user agrees. `open` lists the key of the tab or, if nobody is signed
 * in there, the keys of the other tabs.
 */
export function chooseKey(
  open: readonly string[],
  brought: string | undefined,
  isAllowed: () => boolean,
): string | null {
  if (brought === undefined) return commonKey(open);
  return open.length === 0 || open.includes(brought) || isAllowed() ? brought : commonKey(open);
}
