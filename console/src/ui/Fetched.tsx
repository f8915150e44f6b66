import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../Notice.tsx';
import { Page } from './Page.tsx';

interface FetchedProps<T> {
  found: { data: T | undefined; error: unknown; refetch: () => unknown };
  /** The title of the page while the object loads. */
  title: string;
  back: { label: string; href: string };
  children: (data: T) => ReactNode;
}

/** Shows the page of one object after it loads, or an error. */
export function Fetched<T>({ found, title, back, children }: FetchedProps<T>) {
  if (found.data !== undefined) return children(found.data);
  return (
    <Page title={title} back={back}>
      {found.error ? (
        <Stack align="center" mt="xl">
          <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
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
