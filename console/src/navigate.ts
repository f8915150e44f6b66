import { useSyncExternalStore } from 'react';

export function go(address: string): void {
  location.hash = address;
}

export const useFragment = (): string => useSyncExternalStore(subscribe, () => location.hash);

function subscribe(onChange: () => void) {
  window.addEventListener('hashchange', onChange);
  return () => {
    window.removeEventListener('hashchange', onChange);
  };
}

let hasNavigatedOnce = false;
window.addEventListener('hashchange', () => {
  hasNavigatedOnce = true;
});

/** Returns true if the user has opened another page since the console was loaded. */
export const hasNavigated = (): boolean => hasNavigatedOnce;
