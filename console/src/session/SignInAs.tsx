import { Button, Loader, Text } from '@mantine/core';
import type { Account } from '@textloom/shared/contract';
import { useEffect, useState } from 'react';
import { createApi } from '../api/api.ts';
import { ErrorAlert } from '../form/ErrorAlert.tsx';
import { SignInPage } from './SignInPage.tsx';
import classes from './SignIn.module.css';

interface SignInAsProps {
  /** The key of the link. */
  offered: string;
  onSignIn: (key: string) => void;
  /** The user wants to use another key. */
  onDecline: () => void;
}

/**
 * Asks whether a link may sign the user in, because its sender could want to get the user's data
 * into another account.
 */
export function SignInAs({ offered, onSignIn, onDecline }: SignInAsProps) {
  const [account, setAccount] = useState<Account>();
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);

  useEffect(() => {
    let isCanceled = false;
    setError(undefined);
    createApi({ key: offered, isSignedIn: () => true })
      .account()
      .then(
        (found) => {
          if (!isCanceled) setAccount(found);
        },
        (cause: unknown) => {
          if (!isCanceled) setError(cause);
        },
      );
    return () => {
      isCanceled = true;
    };
  }, [offered, tries]);

  return (
    <SignInPage>
      <ErrorAlert error={error} />
      {error !== undefined && (
        <Button variant="default" onClick={() => setTries(tries + 1)} fullWidth>
          Try again
        </Button>
      )}
      {account && (
        <>
          <Text>
            This link contains an API key of the account <b>{account.name}</b>. Texts and contacts
            that you enter go into this account. Sign in only if you know who made the link.
          </Text>
          <Button
            onClick={() => onSignIn(offered)}
            fullWidth
            classNames={{ root: classes.tall, label: classes.wrapped }}
          >
            Sign in as {account.name}
          </Button>
        </>
      )}
      {!account && error === undefined && <Loader role="status" aria-label="Signing in" />}
      <Button variant="subtle" color="gray" onClick={onDecline} fullWidth>
        Use another key
      </Button>
    </SignInPage>
  );
}
