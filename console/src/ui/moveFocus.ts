import type { KeyboardEvent } from 'react';

/** Moves the focus from row to row with the arrow keys. */
export function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const rows = [...event.currentTarget.querySelectorAll('a')];
  const next = rows[rows.findIndex((row) => row === document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
