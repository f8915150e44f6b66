import { useRef, useState } from 'react';
import { useAccount } from '../account.ts';
import { forgetDraft, readDraft, writeDraft } from './drafts.ts';

/**
 * Returns a state that survives when the user leaves the page or reloads it. It belongs to this
 * account and this tab, whose storage ends when the user signs out or closes the tab. The third
 * function forgets the draft of this render, for example after it was sent, but not what the user
 * has written since.
 *
 * @param identify returns the same text for drafts that are the same
 */
export function useDraft<T>(
  name: string,
  initial: T,
  identify: (value: T) => string = JSON.stringify,
): readonly [T, (next: T | ((current: T) => T)) => void, () => void] {
  const account = useAccount().id;
  const [value, setValue] = useState<T>(() => {
    const stored = readDraft(account, name) as T | undefined;
    return stored ?? initial;
  });
  const latest = useRef(value);
  const forget = () => {
    const stored = readDraft(account, name) as T | undefined;
    if (stored !== undefined && identify(stored) === identify(value)) forgetDraft(account, name);
  };
  const change = (next: T | ((current: T) => T)) => {
    // The user may have left, and written more on the same page since.
    const current = (readDraft(account, name) as T | undefined) ?? latest.current;
    latest.current = typeof next === 'function' ? (next as (current: T) => T)(current) : next;
    setValue(latest.current);
    if (identify(latest.current) === identify(initial)) forgetDraft(account, name);
    else writeDraft(account, name, latest.current);
  };
  return [value, change, forget];
}
