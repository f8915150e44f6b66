/**
 * The key that a tab uses. A link may bring one along, but it must not move a tab that is signed in
 * to another account unless the person says so.
 */
export function chooseKey(
  current: string | null,
  brought: string | undefined,
  isAllowed: () => boolean,
): string | null {
  if (brought === undefined || brought === current) return current;
  return current === null || isAllowed() ? brought : current;
}
