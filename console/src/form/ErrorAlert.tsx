import { Alert } from '@mantine/core';
import { explain } from '../api/api.ts';
import { WarningIcon } from '../icons.tsx';

/** Explains an error, or shows nothing if there is none. */
export function ErrorAlert({ error }: { error: unknown }) {
  if (!error) return null;
  const { title, advice } = explain(error);
  return (
    <Alert color="red" icon={<WarningIcon />} title={title} role="alert">
      {advice}
    </Alert>
  );
}
