import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { hasCode } from '../api/api.ts';
import { ErrorLine, ErrorNotice } from '../Notice.tsx';
import { Page, PageNote } from './Page.tsx';

interface FetchedProps<T> {
  found: { data: T | undefined; error: unknown; refetch: () => unknown };
  /** The title of the page while the object loads. */
  title: string;
  back: { label: string; href: string };
  children: (data: T) => ReactNode;
}

/**
 * Shows the page of one object after it loads, or an error. If a later request fails, the page says
 * that its data is old.
 */
export function Fetched<T>({
  found: { data, error, refetch },
  title,
  back,
  children,
}: FetchedProps<T>) {
  const problem = { error, onRetry: () => void refetch() };
  if (data !== undefined && !hasCode(error, 'not_found'))
    return <PageNote value={error ? <ErrorLine {...problem} /> : null}>{children(data)}</PageNote>;
  return (
    <Page title={title} back={back}>
      {error ? (
        <Stack align="center" mt="xl">
          <ErrorNotice {...problem} />
        </Stack>
      ) : (
        <Stack role="status" aria-label="Loading">
          <Skeleton height={180} radius="lg" />
          <Skeleton height={120} radius="lg" />
        </Stack>
      )}
    </Page>
  );
}
