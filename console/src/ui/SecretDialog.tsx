import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Copyable } from './Copyable.tsx';
import { Dialog } from './Dialog.tsx';

interface SecretDialogProps {
  title?: string;
  what?: string;
  /** The dialog is open while there is a secret. */
  secret: string | undefined;
  onClose: () => void;
  children?: ReactNode;
}

/** Shows a secret that the service returns only once. */
export const SecretDialog = ({
  title = 'Signing secret',
  what = 'secret',
  secret,
  onClose,
  children,
}: SecretDialogProps) => (
  <Dialog title={title} opened={secret !== undefined} onClose={onClose} size="lg" staysOpen>
    <Stack>
      <Text size="sm">Copy it now and keep it safe. You cannot see it again.</Text>
      <Copyable value={secret ?? ''} what={what} wrap />
      {children}
      <Group justify="flex-end">
        <Button onClick={onClose}>I have copied it</Button>
      </Group>
    </Stack>
  </Dialog>
);
