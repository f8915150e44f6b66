import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { Handset } from '../api/simulator.ts';

const storageKey = 'textloom.read';

interface Marks {
  /** What happened before this tab first saw the list counts as read. */
  readonly since?: string;
  /** The last text of each handset that was looked at, by its time. */
  readonly read: Readonly<Record<string, string>>;
}

/** The handsets with texts that nobody has seen in this tab; the one that is open is read as it goes. */
export function useUnread(
  handsets: readonly Handset[] | undefined,
  open: string | undefined,
): ReadonlySet<string> {
  const [marks, setMarks] = useState(load);
  const visible = useDocumentVisibility() === 'visible';
  useEffect(() => {
    sessionStorage.setItem(storageKey, JSON.stringify(marks));
  }, [marks]);

  if (!handsets) return new Set();
  const lastAt = handsets.find(({ number }) => number === open)?.last_at ?? '';
  if (marks.since === undefined) {
    setMarks({ ...marks, since: handsets[0]?.last_at ?? '' });
  } else if (open !== undefined && visible && lastAt > (marks.read[open] ?? '')) {
    setMarks({ ...marks, read: { ...marks.read, [open]: lastAt } });
  }
  const isUnread = ({ number, last_at }: Handset) =>
    last_at > (marks.read[number] ?? marks.since ?? last_at);
  return new Set(handsets.filter(isUnread).map(({ number }) => number));
}

function load(): Marks {
  const stored = sessionStorage.getItem(storageKey);
  return stored === null ? { read: {} } : (JSON.parse(stored) as Marks);
}
