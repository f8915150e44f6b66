import { useEffect, useState } from 'react';
import { handsetsAddress } from './route.ts';

const storageKey = 'textloom.key';

export interface Session {
  /** Absent while nobody is signed in. */
  readonly key: string | null;
  /** The service turned away the key that was in use. */
  readonly refused: boolean;
  readonly signIn: (key: string) => void;
  readonly signOut: () => void;
  readonly refuse: () => void;
}

/** Who is signed in. The key lives as long as the tab, and an address `#key=…` brings one along. */
export function useSession(): Session {
  const [state, setState] = useState(() => ({ key: takeKey(), refused: false }));

  useEffect(() => {
    const onHashChange = () => {
      if (keyOfFragment() !== undefined) setState({ key: takeKey(), refused: false });
    };
    window.addEventListener('hashchange', onHashChange);
    return () => {
      window.removeEventListener('hashchange', onHashChange);
    };
  }, []);

  const leave = (refused: boolean) => {
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
      leave(false);
    },
    refuse: () => {
      leave(true);
    },
  };
}

/** The key of the address, which leaves the address bar and the history, or else the one of this tab. */
function takeKey(): string | null {
  const key = keyOfFragment();
  if (key !== undefined) {
    sessionStorage.clear();
    sessionStorage.setItem(storageKey, key);
    history.replaceState(null, '', location.pathname + location.search + handsetsAddress);
  }
  return sessionStorage.getItem(storageKey);
}

function keyOfFragment(): string | undefined {
  const key = /^#key=(.+)$/.exec(location.hash)?.[1];
  try {
    return key && decodeURIComponent(key);
  } catch {
    return key;
  }
}
