import { Button, Center } from '@mantine/core';
import { Component, useState, type ReactNode } from 'react';
import { PageLoadError, reload, wasReloaded } from './connection/loadPage.ts';
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

/** Loads the console again once, when the service responds. Then the user decides. */
function NotLoaded() {
  const [isAutomatic] = useState(() => !wasReloaded());
  useReconnect(isAutomatic, reload);
  return (
    <div role="alert">
      <Notice
        level={1}
        icon={<WarningIcon size={26} />}
        title="This page could not be loaded"
        action={
          isAutomatic ? undefined : (
            <Button variant="default" onClick={reload}>
              Try again
            </Button>
          )
        }
      >
        {isAutomatic
          ? 'The service does not respond, or it was updated. The console tries again automatically.'
          : 'Something between your browser and the service blocks this page. Check your connection, or ask the person who runs Textloom.'}
      </Notice>
    </div>
  );
}
