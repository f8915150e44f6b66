import { useLayoutEffect, type RefObject } from 'react';
import { historyEntry, useFragment } from '../navigate.ts';

/** The scroll position of each entry in the history, while the console is open. */
const positions = new Map<string, number>();

/** Restores the scroll position of a page when the user comes back to it. */
export function useScrollPosition(scroller: RefObject<HTMLElement | null>): void {
  const fragment = useFragment();
  useLayoutEffect(() => {
    const element = scroller.current!;
    const entry = historyEntry();
    const before = positions.get(entry) ?? 0;
    let isRestored = before === 0;
    const restore = () => {
      if (isRestored) return;
      element.scrollTop = before;
      isRestored = element.scrollTop >= before - 1;
    };
    restore();
    // Rows that load later make the page high enough.
    const growth = new ResizeObserver(restore);
    growth.observe(element.firstElementChild!);
    const end = new AbortController();
    const { signal } = end;
    const giveUp = () => {
      isRestored = true;
    };
    for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
      element.addEventListener(type, giveUp, { signal, passive: true });
    element.addEventListener(
      'scroll',
      () => {
        if (isRestored) positions.set(entry, element.scrollTop);
      },
      { signal, passive: true },
    );
    return () => {
      end.abort();
      growth.disconnect();
    };
  }, [scroller, fragment]);
}
