import { useEffect, useState } from 'react';
import { chooseKey } from './chooseKey.ts';
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

/** The key of this tab, or that of the address, which leaves the address bar and the history. */
function takeKey(): string | null {
  const brought = keyOfFragment();
  const current = sessionStorage.getItem(storageKey);
  if (brought === undefined) return current;
  history.replaceState(null, '', location.pathname + location.search + handsetsAddress);
  const key = chooseKey(current, brought, () =>
    window.confirm(
      'This link signs you in with another API key. Do you want to leave the account that is open in this tab?',
    ),
  );
  if (key !== null && key !== current) {
    sessionStorage.clear();
    sessionStorage.setItem(storageKey, key);
  }
  return key;
}

function keyOfFragment(): string | undefined {
  const key = /^#key=(.+)$/.exec(location.hash)?.[1];
  try {
    return key && decodeURIComponent(key);
  } catch {
    return key;
  }
}
