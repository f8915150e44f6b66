import { useSyncExternalStore } from 'react';
import { randomKey } from './api/randomKey.ts';

export function go(href: string): void {
  location.hash = href;
}

/** Changes the URL without a new entry in the history, for example while the user types. */
function replace(href: string): void {
  history.replaceState(history.state, '', href);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Opens a page. While the user types, the history gets no entry for each letter. */
export const goTyping = (href: string, isTyping: boolean): void => {
  (isTyping ? replace : go)(href);
};

export const useFragment = (): string => useSyncExternalStore(subscribe, () => location.hash);

function subscribe(onChange: () => void) {
  window.addEventListener('hashchange', onChange);
  return () => {
    window.removeEventListener('hashchange', onChange);
  };
}

/** Returns the ID of the current entry in the history, which stays the same after Back. */
export function historyEntry(): string {
  const state = history.state as { readonly entry?: string } | null;
  if (state?.entry !== undefined) return state.entry;
  const entry = randomKey();
  history.replaceState({ entry }, '');
  return entry;
}

let hasNavigatedOnce = false;
window.addEventListener('hashchange', () => {
  hasNavigatedOnce = true;
});

/** Returns true if the user has opened another page since the console was loaded. */
export const hasNavigated = (): boolean => hasNavigatedOnce;
