import { useEffect, useEffectEvent, useState } from 'react';

/** The pause in typing, in milliseconds, after which the text applies. */
const pause = 350;

/**
 * Returns the text of a field while the user types it. Calls `onPause` after a pause in typing, and
 * follows the value when something else changes it, such as Back.
 */
export function useTyped(value: string, onPause: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (value !== typed.trim()) setTyped(value);
  }
  const handlePause = useEffectEvent(onPause);
  useEffect(() => {
    const timer = setTimeout(() => handlePause(typed.trim()), pause);
    return () => {
      clearTimeout(timer);
    };
  }, [typed]);
  return [typed, setTyped] as const;
}
