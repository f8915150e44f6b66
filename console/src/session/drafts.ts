/** Drafts are in the storage of the tab, which ends when the user signs out or closes the tab. */
const draftKey = (account: string, name: string): string => `textloom.draft.${account}.${name}`;
const anyDraft = 'textloom.draft.';

export function readDraft(account: string, name: string): unknown {
  const stored = sessionStorage.getItem(draftKey(account, name));
  return stored === null ? undefined : JSON.parse(stored);
}

export function writeDraft(account: string, name: string, value: unknown): void {
  try {
    sessionStorage.setItem(draftKey(account, name), JSON.stringify(value));
  } catch {
    // The storage is full, so the draft lasts only while the page is open, without older versions.
    forgetDraft(account, name);
  }
}

export function forgetDraft(account: string, name: string): void {
  sessionStorage.removeItem(draftKey(account, name));
}

/** Forgets what the user of another account was writing when the service refused the key. */
export function forgetOtherDrafts(account: string): void {
  const names = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at)!);
  for (const name of names)
    if (name.startsWith(anyDraft) && !name.startsWith(draftKey(account, '')))
      sessionStorage.removeItem(name);
}
