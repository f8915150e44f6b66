import { useEffect, useEffectEvent } from 'react';
import { useApi } from '../api/api.ts';

/** How often to check whether the service is back, in milliseconds. */
const retryMs = 3_000;

/** While `isDown`, checks the health of the service, and calls the function once it is healthy. */
export function useReconnect(isDown: boolean, onBack: () => void): void {
  const api = useApi();
  const handleBack = useEffectEvent(onBack);
  useEffect(() => {
    if (!isDown) return undefined;
    const abort = new AbortController();
    const check = () => {
      api.health(abort.signal).then(handleBack, () => undefined);
    };
    const timer = setInterval(check, retryMs);
    window.addEventListener('online', check, { signal: abort.signal });
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [api, isDown]);
}
