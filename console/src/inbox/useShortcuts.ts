import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';

const storageKey = 'textloom.shortcuts';

/**
 * Runs an action when the user presses its key, unless a dialog covers the page. Users can turn
 * this off in this browser, because speech input can press letters by mistake.
 */
export function useShortcuts(actions: Readonly<Record<string, () => void>>) {
  const [isOn, setOn] = useState(() => localStorage.getItem(storageKey) !== 'off');
  const unlessCovered = (act: () => void) => () => {
    if (!document.querySelector('[role="dialog"]')) act();
  };
  useHotkeys(isOn ? Object.entries(actions).map(([key, act]) => [key, unlessCovered(act)]) : []);
  return {
    isOn,
    turn: (on: boolean) => {
      localStorage.setItem(storageKey, on ? 'on' : 'off');
      setOn(on);
    },
  };
}
