import { Button, Center, Loader, VisuallyHidden } from '@mantine/core';
import {
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  useQuery,
} from '@tanstack/react-query';
import { productName } from '@textloom/shared/contract';
import { useEffect, useState, type ReactNode } from 'react';
import { AccountProvider } from './account.ts';
import { ApiProvider, createApi, hasCode, isUnreachable, useApi } from './api/api.ts';
import type { Credentials } from './api/http.ts';
import { ImportProvider } from './contacts/ImportProvider.tsx';
import { RepliesProvider } from './inbox/Replies.tsx';
import { ErrorNotice } from './Notice.tsx';
import { forgetOtherDrafts } from './session/drafts.ts';
import { useSession } from './session/session.ts';
import { Shell } from './Shell.tsx';
import { SignIn } from './session/SignIn.tsx';
import { SignInAs } from './session/SignInAs.tsx';
import { ToastsProvider } from './ui/Toasts.tsx';

export function App() {
  const { key, offered, refused, signIn, decline, signOut, refuse, isSignedIn } = useSession();
  // Another tab may still provide the key.
  if (key === undefined) return <Waiting />;
  if (key === null && offered !== undefined)
    return <SignInAs offered={offered} onSignIn={signIn} onDecline={decline} />;
  if (key === null) return <SignIn refused={refused} onSignIn={signIn} />;
  return (
    <SignedIn
      key={key}
      credentials={{ key, isSignedIn: () => isSignedIn(key) }}
      onSignOut={signOut}
      onRefused={() => refuse(key)}
    />
  );
}

interface SignedInProps {
  credentials: Credentials;
  onSignOut: () => void;
  onRefused: () => void;
}

/** Keeps one API and one cache while the same key is signed in. */
function SignedIn({ credentials, onSignOut, onRefused }: SignedInProps) {
  const [api] = useState(() => createApi(credentials));
  const [queryClient] = useState(() => createQueryClient(onRefused));
  return (
    <ApiProvider value={api}>
      <QueryClientProvider client={queryClient}>
        <Start onSignOut={onSignOut} />
      </QueryClientProvider>
    </ApiProvider>
  );
}

function Start({ onSignOut }: { onSignOut: () => void }) {
  const api = useApi();
  const account = useQuery({
    queryKey: ['account'],
    queryFn: api.account,
    refetchInterval: ({ state }) => state.status === 'error' && isUnreachable(state.error) && 3_000,
  });
  const id = account.data?.id;
  useEffect(() => {
    if (id !== undefined) forgetOtherDrafts(id);
  }, [id]);
  if (account.data) {
    return (
      <AccountProvider value={account.data}>
        <ToastsProvider>
          <RepliesProvider>
            <ImportProvider>
              <Shell onSignOut={onSignOut} />
            </ImportProvider>
          </RepliesProvider>
        </ToastsProvider>
      </AccountProvider>
    );
  }
  return (
    <Waiting>
      {account.isError ? (
        <ErrorNotice error={account.error} onRetry={() => void account.refetch()}>
          <Button variant="subtle" color="gray" onClick={onSignOut}>
            Sign out
          </Button>
        </ErrorNotice>
      ) : undefined}
    </Waiting>
  );
}

/** Fills the screen until the console can start, with a problem or with a loader. */
const Waiting = ({ children }: { children?: ReactNode }) => (
  <Center component="main" h="100dvh" p="md">
    <VisuallyHidden component="h1">{productName}</VisuallyHidden>
    {children ?? <Loader role="status" aria-label="Signing in" />}
  </Center>
);

/** The shared client has its own retries. */
function createQueryClient(onRefused: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (hasCode(error, 'unauthenticated')) onRefused();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
