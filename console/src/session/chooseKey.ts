import { commonKey } from './commonKey.ts';

/**
 * Returns the key that a tab uses. A link may contain a key, but it must not lead a user into
 * another account unless the user agrees. `open` lists the key of the tab or, if nobody is signed
 * in there, the keys of the other tabs. If nobody is signed in at all, the user agrees on a page.
 */
export function chooseKey(
  open: readonly string[],
  brought: string | undefined,
  isAllowed: () => boolean,
): string | null {
  if (brought === undefined) return commonKey(open);
  const isAgreed = open.includes(brought) || (open.length > 0 && isAllowed());
  return isAgreed ? brought : commonKey(open);
}
