import { Alert } from '@mantine/core';
import { explain } from '../api/api.ts';
import { WarningIcon } from '../icons.tsx';

/** Why something was not done; nothing where there is no error. */
export function ErrorAlert({ error }: { error: unknown }) {
  if (!error) return null;
  const { title, advice } = explain(error);
  return (
    <Alert color="red" icon={<WarningIcon />} title={title} role="alert">
      {advice}
    </Alert>
  );
}
