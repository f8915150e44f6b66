import { useRef, useState } from 'react';
import { useAccount } from '../account.ts';

/**
 * Returns a state that survives when the user leaves the page or reloads it. It belongs to this
 * account and this tab, whose storage ends when the user signs out or closes the tab. The third
 * function forgets the draft, for example after it was sent.
 */
export function useDraft<T>(
  name: string,
  initial: T,
): readonly [T, (next: T | ((current: T) => T)) => void, () => void] {
  const key = draftKey(useAccount().id, name);
  const [value, setValue] = useState<T>(() => (readDraft(key) as T | undefined) ?? initial);
  const latest = useRef(value);
  const change = (next: T | ((current: T) => T)) => {
    latest.current =
      typeof next === 'function' ? (next as (current: T) => T)(latest.current) : next;
    setValue(latest.current);
    if (JSON.stringify(latest.current) === JSON.stringify(initial)) sessionStorage.removeItem(key);
    else writeDraft(key, latest.current);
  };
  return [value, change, () => sessionStorage.removeItem(key)];
}

const draftKey = (account: string, name: string): string => `textloom.draft.${account}.${name}`;

function readDraft(key: string): unknown {
  const stored = sessionStorage.getItem(key);
  return stored === null ? undefined : JSON.parse(stored);
}

function writeDraft(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The storage is full, so the draft lasts only while the page is open.
  }
}
