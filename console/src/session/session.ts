import { useCallback, useEffect, useState } from 'react';
import { homeLink } from '../route.ts';
import { chooseKey } from './chooseKey.ts';
import { askOtherTabs, shareKey } from './tabs.ts';
import { endSession, leaveSession, readKey, getSharedSession, startSession } from './tabSession.ts';

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
  /** Returns whether this tab is signed in with a key. Notices that another tab signed out. */
  readonly isSignedIn: (key: string) => boolean;
}

/**
 * Returns the session. The key lasts as long as one tab of this browser is open. A new tab gets it
 * from another one or from its URL, which can contain a key as `#key=…`.
 */
export function useSession(): Session {
  const [state, setState] = useState<State>(() => ({
    key: readInitialKey() ?? undefined,
    refused: false,
  }));
  const { key } = state;
  const isSignedIn = useCallback((expected: string) => {
    const current = readKey();
    if (current === null) {
      leaveSession();
      setState((known) => (known.key === expected ? signedOut : known));
    }
    return current === expected;
  }, []);

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
    if (!key) return undefined;
    const stop = new AbortController();
    const check = () => void isSignedIn(key);
    window.addEventListener('storage', check, stop);
    // A frozen tab and a page that Back restores do not hear the storage change.
    document.addEventListener('visibilitychange', check, stop);
    window.addEventListener('pageshow', check, stop);
    const stopSharing = shareKey(key);
    // Another tab can sign out before this one listens.
    check();
    return () => {
      stop.abort();
      stopSharing();
    };
  }, [key, isSignedIn]);

  useEffect(() => {
    if (key !== undefined) return undefined;
    let isCanceled = false;
    void askOtherTabs().then((found) => {
      if (isCanceled) return;
      const isOpen = found !== null && getSharedSession(found) !== null;
      if (isOpen) startSession(found);
      setState({ key: isOpen ? found : null, refused: false });
    });
    return () => {
      isCanceled = true;
    };
  }, [key]);

  return {
    ...state,
    isSignedIn,
    signIn: (newKey) => {
      startSession(newKey);
      setState({ key: newKey, refused: false });
    },
    signOut: () => {
      if (key) endSession(key);
      setState(signedOut);
    },
    refuse: () => {
      leaveSession();
      setState({ key: null, refused: true });
    },
  };
}

const signedOut: State = { key: null, refused: false };

/** Returns the key of this tab or of the URL, and removes it from the URL and the history. */
function readInitialKey(): string | null {
  const keyFromFragment = readFragmentKey();
  const current = readKey();
  if (current === null) leaveSession();
  if (keyFromFragment === undefined) return current;
  history.replaceState(null, '', location.pathname + location.search + homeLink);
  const key = chooseKey(current, keyFromFragment, () =>
    window.confirm(
      'This link signs you in with another API key. Leave the account that is open in this tab?',
    ),
  );
  if (key !== null && key !== current) startSession(key);
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
