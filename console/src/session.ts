import { useEffect, useState } from 'react';
import { chooseKey } from './chooseKey.ts';
import { handsetsAddress } from './route.ts';

const storageKey = 'textloom.key';

export interface Session {
  /** Null while nobody is signed in. */
  readonly key: string | null;
  /** Whether the service stopped accepting the key. */
  readonly refused: boolean;
  readonly signIn: (key: string) => void;
  readonly signOut: () => void;
  readonly refuse: () => void;
}

/**
 * Returns the session. The key lasts as long as the tab, and an address can contain one as
 * `#key=…`.
 */
export function useSession(): Session {
  const [state, setState] = useState(() => ({ key: readInitialKey(), refused: false }));

  useEffect(() => {
    const onHashChange = () => {
      if (readFragmentKey() !== undefined) setState({ key: readInitialKey(), refused: false });
    };
    window.addEventListener('hashchange', onHashChange);
    return () => {
      window.removeEventListener('hashchange', onHashChange);
    };
  }, []);

  const endSession = (refused: boolean) => {
    sessionStorage.clear();
    setState({ key: null, refused });
  };
  return {
    ...state,
    signIn: (key) => {
      sessionStorage.setItem(storageKey, key);
      setState({ key, refused: false });
    },
    signOut: () => {
      endSession(false);
    },
    refuse: () => {
      endSession(true);
    },
  };
}

/**
 * Returns the key of this tab or of the address, and removes it from the address bar and the
 * history.
 */
function readInitialKey(): string | null {
  const keyFromFragment = readFragmentKey();
  const current = sessionStorage.getItem(storageKey);
  if (keyFromFragment === undefined) return current;
  history.replaceState(null, '', location.pathname + location.search + handsetsAddress);
  const key = chooseKey(current, keyFromFragment, () =>
    window.confirm(
      'This link signs you in with another API key. Leave the account that is open in this tab?',
    ),
  );
  if (key !== null && key !== current) {
    sessionStorage.clear();
    sessionStorage.setItem(storageKey, key);
  }
  return key;
}

function readFragmentKey(): string | undefined {
  const key = /^#key=(.+)$/.exec(location.hash)?.[1];
  try {
    return key && decodeURIComponent(key);
  } catch {
    return key;
  }
}
