import { useCallback, useEffect, useState } from 'react';
import { linkTo } from '../route.ts';
import { chooseKey } from './chooseKey.ts';
import { askOtherTabs, shareKey } from './tabs.ts';
import {
  endSession,
  followSignOut,
  forgetKey,
  getSharedSession,
  readKey,
  startSession,
} from './tabSession.ts';

interface State {
  /** Null while nobody is signed in, and undefined while other tabs can still provide the key. */
  readonly key: string | null | undefined;
  /** The key of a link, while other tabs can still have another key. */
  readonly brought?: string | undefined;
  /** The key of a link, while nobody is signed in and the user must agree to use it. */
  readonly offered?: string | undefined;
  /** Whether the service stopped accepting the key. */
  readonly refused: boolean;
}

export interface Session extends Pick<State, 'key' | 'offered' | 'refused'> {
  readonly signIn: (key: string) => void;
  /** Forgets the key that a link offers. */
  readonly decline: () => void;
  readonly signOut: () => void;
  /** Ends the session of a key that the service refuses, unless the tab has another key by now. */
  readonly refuse: (key: string) => void;
  /** Returns whether this tab is signed in with a key. Notices that another tab signed out. */
  readonly isSignedIn: (key: string) => boolean;
}

/**
 * Returns the session. The key lasts as long as one tab of this browser is open. A new tab gets it
 * from another one or from its URL, which can contain a key as `#key=…`.
 */
export function useSession(): Session {
  const [state, setState] = useState<State>(readInitialState);
  const { key, brought, offered, refused } = state;
  const isSignedIn = useCallback((expected: string) => {
    const current = readKey();
    if (current === null) {
      followSignOut();
      setState((known) => (known.key === expected ? signedOut : known));
    }
    return current === expected;
  }, []);

  useEffect(() => {
    const onHashChange = () => {
      if (readFragmentKey() !== undefined) setState(readInitialState());
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
    void askOtherTabs().then((keys) => {
      if (isCanceled) return;
      // A tab can sign out after it has answered.
      const open = keys.filter((one) => getSharedSession(one) !== null);
      const found = chooseKey(open, brought, () => isAllowed('in another tab'));
      if (found !== null) startSession(found);
      setState({ key: found, refused: false, ...(open.length === 0 && { offered: brought }) });
    });
    return () => {
      isCanceled = true;
    };
  }, [key, brought]);

  return {
    key,
    offered,
    refused,
    isSignedIn,
    signIn: (newKey) => {
      startSession(newKey);
      setState({ key: newKey, refused: false });
    },
    decline: () => setState(signedOut),
    signOut: () => {
      if (key) endSession(key);
      setState(signedOut);
    },
    refuse: (refusedKey) => {
      if (readKey() !== refusedKey) return;
      forgetKey();
      setState({ key: null, refused: true });
    },
  };
}

const signedOut: State = { key: null, refused: false };

/**
 * Returns the state of this tab with its key and that of the URL, which it removes from the URL
 * and the history.
 */
function readInitialState(): State {
  const brought = readFragmentKey();
  const current = readKey();
  followSignOut();
  if (brought !== undefined)
    history.replaceState(null, '', location.pathname + location.search + linkTo('home'));
  if (current === null) return { key: undefined, brought, refused: false };
  const key = chooseKey([current], brought, () => isAllowed('in this tab'));
  if (key !== null && key !== current) startSession(key);
  return { key, refused: false };
}

const isAllowed = (where: string): boolean =>
  window.confirm(
    `This link signs you in with another API key than the one ${where}. Use the key of the link in this tab?`,
  );

function readFragmentKey(): string | undefined {
  const key = /^#key=(.+)$/.exec(location.hash)?.[1];
  try {
    return key && decodeURIComponent(key);
  } catch {
    return key;
  }
}
