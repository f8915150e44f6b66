/**
 * Returns the key that a tab uses. A link may contain a key, but it must not switch a signed-in tab
 * to another account unless the user agrees.
 */
export function chooseKey(
  current: string | null,
  brought: string | undefined,
  isAllowed: () => boolean,
): string | null {
  if (brought === undefined || brought === current) return current;
  return current === null || isAllowed() ? brought : current;
}
