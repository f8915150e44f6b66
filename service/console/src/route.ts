import { useSyncExternalStore } from 'react';

/** Places in the page are fragments, so that any server of static files can serve it. */
export const handsetsAddress = '#/handsets';
export const handsetAddress = (number: string) => `${handsetsAddress}/${number}`;

/** The handset of the address, if it names one. */
export const handsetOf = (fragment: string): string | undefined =>
  /^#\/handsets\/(\+\d{3,15})$/.exec(fragment)?.[1];

export const useFragment = (): string => useSyncExternalStore(subscribe, () => location.hash);

function subscribe(onChange: () => void) {
  window.addEventListener('hashchange', onChange);
  return () => {
    window.removeEventListener('hashchange', onChange);
  };
}
