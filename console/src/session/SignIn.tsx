import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { createApi, explainInText, hasCode } from '../api/api.ts';
import { ErrorAlert } from '../form/ErrorAlert.tsx';
import { WarningIcon } from '../icons.tsx';
import { SignInPage } from './SignInPage.tsx';

interface SignInProps {
  /** Whether the service stopped accepting the key. */
  refused: boolean;
  onSignIn: (key: string) => void;
}

export function SignIn({ refused, onSignIn }: SignInProps) {
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await createApi({ key: key.trim(), isSignedIn: () => true }).account();
      onSignIn(key.trim());
    } catch (cause) {
      setError(cause);
      setBusy(false);
    }
  };

  const isWrongKey = hasCode(error, 'unauthenticated');
  return (
    <SignInPage>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="lg">
          {refused && error === undefined && (
            <Alert color="iris" icon={<WarningIcon />} title="You were signed out">
              The service no longer accepts your API key. If you sign in to the same account in this
              tab, what you were writing is still there.
            </Alert>
          )}
          {!isWrongKey && <ErrorAlert error={error} />}
          <PasswordInput
            label="API key"
            placeholder="tl_…"
            value={key}
            onChange={(event) => {
              setKey(event.currentTarget.value);
              if (isWrongKey) setError(undefined);
            }}
            error={isWrongKey && explainInText(error)}
            autoComplete="off"
            spellCheck={false}
            autoFocus
            visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
          />
          <Button type="submit" loading={busy} disabled={key.trim() === ''} fullWidth>
            Sign in
          </Button>
          <Text size="xs" c="dimmed">
            The service prints a key when it first starts. The tabs of this browser share the key
            until you sign out or close the last one.
          </Text>
        </Stack>
      </form>
    </SignInPage>
  );
}
