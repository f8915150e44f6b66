import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { explain, isUnreachable, useApi } from '../api/api.ts';
import { WarningIcon } from '../icons.tsx';
import classes from './ServiceDown.module.css';
import { useReconnect } from './useReconnect.ts';

/**
 * Says on every page that the service is down. When it is back, the page fetches everything again.
 */
export function ServiceDown() {
  const [failure, setFailure] = useState<unknown>();
  /** Many requests can fail together, but one check is enough. */
  const isChecking = useRef(false);
  const api = useApi();
  const client = useQueryClient();

  useEffect(() => {
    // One failed request can have other reasons, so the health of the service decides.
    const check = (error: unknown) => {
      if (isChecking.current || !isUnreachable(error)) return;
      isChecking.current = true;
      void api
        .health()
        .catch(setFailure)
        .finally(() => {
          isChecking.current = false;
        });
    };
    const stopQueries = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') check(event.action.error);
    });
    const stopMutations = client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') check(event.action.error);
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [api, client]);

  useReconnect(failure !== undefined, () => {
    setFailure(undefined);
    void client.invalidateQueries();
  });

  return (
    <div role="status" aria-label="Connection">
      {failure !== undefined && (
        <p className={classes.down}>
          <WarningIcon size={16} />
          <span>
            {explain(failure).title}. This page may be out of date. The console tries again
            automatically.
          </span>
        </p>
      )}
    </div>
  );
}
