import { Center } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { PageLoadError } from './connection/loadPage.ts';
import { useReconnect } from './connection/useReconnect.ts';
import { WarningIcon } from './icons.tsx';
import { ErrorNotice, Notice } from './Notice.tsx';

/** Shows an error instead of its children, for example if the code of a page cannot be loaded. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override readonly state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (!('error' in this.state)) return this.props.children;
    return (
      <Center h="100%">
        {this.state.error instanceof PageLoadError ? (
          <NotLoaded />
        ) : (
          <ErrorNotice error={this.state.error} onRetry={() => location.reload()} />
        )}
      </Center>
    );
  }
}

/** Loads the console again when the service responds, because the browser keeps the failure. */
function NotLoaded() {
  useReconnect(true, () => location.reload());
  return (
    <div role="alert">
      <Notice icon={<WarningIcon size={26} />} title="This page could not be loaded">
        The service does not respond, or it was updated. The console tries again automatically.
      </Notice>
    </div>
  );
}
