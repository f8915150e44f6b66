import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorAlert } from '../form/ErrorAlert.tsx';
import classes from './Dialog.module.css';

interface DialogProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  size?: string;
  /** Whether the focus returns to where it was. Defaults to true. */
  returnFocus?: boolean;
  /** Whether only a button inside closes it. */
  staysOpen?: boolean;
  children: ReactNode;
}

export const Dialog = ({ title, staysOpen = false, ...modal }: DialogProps) => (
  <Modal
    {...modal}
    closeOnEscape={!staysOpen}
    closeOnClickOutside={!staysOpen}
    withCloseButton={!staysOpen}
    title={
      <Text fw={650} className={classes.title}>
        {title}
      </Text>
    }
    centered
    // The heading of a dialog is not a second banner next to that of the page.
    attributes={{ header: { role: 'none' } }}
    closeButtonProps={{ 'aria-label': 'Close' }}
  />
);

interface ConfirmProps extends DialogProps {
  /** The consequences of the action. */
  children: ReactNode;
  /** The label of the button, such as "Delete contact". */
  label: string;
  /** The color of the button. Defaults to red, for an action that deletes or cancels. */
  color?: string;
  /** The label of the button that changes nothing. */
  cancelLabel?: string;
  action: { mutate: () => void; isPending: boolean; error: unknown };
}

/**
 * Asks for confirmation before an action that cannot be undone. It stays open while the action
 * runs, because a user who sees its result does not start another one.
 */
export const Confirm = ({
  children,
  label,
  color = 'red.8',
  cancelLabel = 'Keep it',
  action,
  onClose,
  ...dialog
}: ConfirmProps) => (
  <Dialog {...dialog} onClose={() => !action.isPending && onClose()}>
    <Stack>
      <Text size="sm" component="div">
        {children}
      </Text>
      <ErrorAlert error={action.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={action.isPending} onClick={onClose} data-autofocus>
          {cancelLabel}
        </Button>
        <Button color={color} loading={action.isPending} onClick={() => action.mutate()}>
          {label}
        </Button>
      </Group>
    </Stack>
  </Dialog>
);
