import { Button } from '@mantine/core';
import { useState } from 'react';
import { pick } from '../pick.ts';

/**
 * Shows further fields on demand, with a button that folds them. The form never hides a field that
 * it sends, so the fields that are filled in stay.
 */
export function useMoreFields<T>(more: Readonly<Record<string, T>>, input: object, label: string) {
  const filled = Object.keys(input).filter((name) => name in more);
  const [folded, setFolded] = useState(filled.length === 0);
  // A field that somebody empties stays, so that they can type again.
  const [kept, setKept] = useState<readonly string[]>([]);
  const toggle = () => {
    setKept(filled);
    setFolded(!folded);
  };
  return {
    fields: folded ? pick(more, kept) : more,
    button: (
      <Button variant="subtle" color="gray" onClick={toggle} aria-expanded={!folded}>
        {folded ? label : 'Fewer options'}
      </Button>
    ),
  };
}
