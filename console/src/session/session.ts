import { useEffect, useState } from 'react';
import { homeAddress } from '../route.ts';
import { chooseKey } from './chooseKey.ts';
import { askOtherTabs, shareKey, signOtherTabsOut } from './tabs.ts';

const storageKey = 'textloom.key';

interface State {
  /** Null while nobody is signed in, and undefined while other tabs can still provide the key. */
  readonly key: string | null | undefined;
  /** Whether the service stopped accepting the key. */
  readonly refused: boolean;
}

export interface Session extends State {
  readonly signIn: (key: string) => void;
  readonly signOut: () => void;
  readonly refuse: () => void;
}

/**
 * Returns the session. The key lasts as long as one tab of this browser is open. A new tab gets it
 * from another one or from its address, which can contain a key as `#key=…`.
 */
export function useSession(): Session {
  const [state, setState] = useState<State>(() => ({
    key: readInitialKey() ?? undefined,
    refused: false,
  }));
  const { key } = state;

  useEffect(() => {
    const onHashChange = () => {
      if (readFragmentKey() !== undefined) setState({ key: readInitialKey(), refused: false });
    };
    window.addEventListener('hashchange', onHashChange);
    return () => {
      window.removeEventListener('hashchange', onHashChange);
    };
  }, []);

  useEffect(() => {
    if (key) return shareKey(key, () => setState(endSession(false)));
    if (key === null) return undefined;
    let isCanceled = false;
    void askOtherTabs().then((found) => {
      if (isCanceled) return;
      setState({ key: found, refused: false });
      if (found !== null) sessionStorage.setItem(storageKey, found);
    });
    return () => {
      isCanceled = true;
    };
  }, [key]);

  return {
    ...state,
    signIn: (newKey) => {
      sessionStorage.setItem(storageKey, newKey);
      setState({ key: newKey, refused: false });
    },
    signOut: () => {
      if (key) signOtherTabsOut(key);
      setState(endSession(false));
    },
    refuse: () => setState(endSession(true)),
  };
}

/** Removes everything that this tab stored about the account: the key, drafts and read marks. */
function endSession(refused: boolean): State {
  sessionStorage.clear();
  return { key: null, refused };
}

/**
 * Returns the key of this tab or of the address, and removes it from the address bar and the
 * history.
 */
function readInitialKey(): string | null {
  const keyFromFragment = readFragmentKey();
  const current = sessionStorage.getItem(storageKey);
  if (keyFromFragment === undefined) return current;
  history.replaceState(null, '', location.pathname + location.search + homeAddress);
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
