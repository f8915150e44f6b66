import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { Handset } from '../api/simulator.ts';

const storageKey = 'textloom.read';

interface Marks {
  /** Texts before this time, when this tab first loaded the list, count as read. */
  readonly since?: string;
  /** The time of the last read text of each opened handset. */
  readonly read: Readonly<Record<string, string>>;
}

/** Returns the handsets with unread texts in this tab. Texts of the open handset count as read. */
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
