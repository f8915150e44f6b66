import { ActionIcon, Text, Textarea } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { SendIcon } from '../icons.tsx';
import classes from './TextBox.module.css';

interface TextBoxProps {
  /** What the user writes, such as "Reply". */
  label: string;
  sendLabel: string;
  draft: string;
  onChange: (draft: string) => void;
  /** Gets the text without spaces at its ends. */
  onSend: (text: string) => void;
  /** Whether the text cannot be sent. */
  disabled?: boolean;
  maxLength?: number | undefined;
  /** Why the last text was not sent, or why this one cannot be. */
  failure?: string | undefined;
  /** Content below the text, such as the sender. */
  children: ReactNode;
}

/** Lets the user write a text and send it with Enter. */
export function TextBox(props: TextBoxProps) {
  const { label, sendLabel, draft, onChange, onSend, maxLength, failure, children } = props;
  const text = draft.trim();
  const isReady = text !== '' && !props.disabled;
  const send = () => {
    if (isReady) onSend(text);
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {failure !== undefined && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.box}>
        <Textarea
          classNames={{ input: classes.input }}
          variant="unstyled"
          value={draft}
          maxLength={maxLength}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onKeyDown={(event: KeyboardEvent<HTMLTextAreaElement>) => {
            if (event.key === 'Escape') event.currentTarget.blur();
            // eslint-disable-next-line @typescript-eslint/no-deprecated -- Safari needs it.
            const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
            if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
            event.preventDefault();
            send();
          }}
          placeholder={label}
          aria-label={label}
          aria-description="Press Enter to send, or Shift and Enter for a new line"
          autosize
          minRows={1}
          maxRows={8}
        />
        <div className={classes.footer}>
          <div className={classes.under}>{children}</div>
          <Text size="xs" c="dimmed" visibleFrom="sm" aria-hidden>
            Enter to send
          </Text>
          <ActionIcon
            type="submit"
            radius="xl"
            size={32}
            disabled={!isReady}
            aria-label={sendLabel}
          >
            <SendIcon />
          </ActionIcon>
        </div>
      </div>
    </form>
  );
}
