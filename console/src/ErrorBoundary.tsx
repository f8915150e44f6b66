import { Center } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { ErrorNotice } from './Notice.tsx';

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
        <ErrorNotice error={this.state.error} onRetry={() => location.reload()} />
      </Center>
    );
  }
}
