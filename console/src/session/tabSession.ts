import { randomKey } from '../api/randomKey.ts';

/**
 * Each tab keeps its key in its own storage, which ends with the tab. Tabs with the same key share
 * a session. The storage of the browser contains its random ID until one of them signs out, so that
 * a tab that does not run at that moment finds out later.
 */
const keyName = 'textloom.key';
const sessionName = 'textloom.session';

/** Returns the key of this tab, or null if nobody is signed in or another tab signed out. */
export function readKey(): string | null {
  const key = sessionStorage.getItem(keyName);
  if (key === null) return null;
  const session = getSharedSession(key);
  return session !== null && session === sessionStorage.getItem(sessionName) ? key : null;
}

/** Returns the ID of the session that tabs of this browser share for a key, or null. */
export const getSharedSession = (key: string): string | null =>
  localStorage.getItem(sharedName(key));

/** Returns false if no tab of this browser can be signed in. */
export const hasSharedSession = (): boolean =>
  Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index)).some((name) =>
    name?.startsWith(`${sessionName}.`),
  );

/**
 * Signs this tab in with a key. It joins the session of the other tabs that use this key. Drafts
 * from before the service refused a key stay. With the account of the new key, `forgetOtherDrafts`
 * forgets those of other accounts.
 */
export function startSession(key: string): void {
  const session = getSharedSession(key) ?? randomKey();
  localStorage.setItem(sharedName(key), session);
  if (sessionStorage.getItem(keyName) !== null) leaveSession();
  sessionStorage.setItem(keyName, key);
  sessionStorage.setItem(sessionName, session);
}

/** Removes everything that this tab stored about the account: the key, drafts and read marks. */
function leaveSession(): void {
  sessionStorage.clear();
}

/** Leaves the session if another tab signed out. */
export function followSignOut(): void {
  if (sessionStorage.getItem(keyName) !== null && readKey() === null) leaveSession();
}

/** Forgets a key that the service refuses, and keeps what the user was writing. */
export function forgetKey(): void {
  sessionStorage.removeItem(keyName);
  sessionStorage.removeItem(sessionName);
}

/** Signs all tabs out that use a key. */
export function endSession(key: string): void {
  localStorage.removeItem(sharedName(key));
  leaveSession();
}

const sharedName = (key: string): string => `${sessionName}.${checksum(key)}`;

/** Tells keys apart without storing them: its 32 bits reveal little of the 192 bits of a key. */
function checksum(key: string): string {
  let sum = 0x811c9dc5;
  for (const character of key) sum = Math.imul(sum ^ character.charCodeAt(0), 0x01000193);
  return (sum >>> 0).toString(16);
}
