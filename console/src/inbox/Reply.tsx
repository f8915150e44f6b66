import { ActionIcon, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { sendInput, type Conversation } from '@textloom/shared/contract';
import { useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { useClient } from '../api/api.ts';
import { SendIcon } from '../icons.tsx';
import { formatPhoneNumber } from '../phoneNumber.ts';
import classes from '../ui/ReplyBox.module.css';

interface ReplyProps {
  conversation: Conversation;
  /** The unsent draft for each conversation. */
  drafts: Map<string, string>;
  onSend: (text: string) => void;
}

/** Lets the user write a reply, and shows how many segments it needs. */
export function Reply({ conversation: { id, phone, number }, drafts, onSend }: ReplyProps) {
  const [draft, setDraft] = useState(drafts.get(id) ?? '');
  const segments = useSegments({ to: phone, from: number, text: draft.trim() });
  const change = (value: string) => {
    setDraft(value);
    drafts.set(id, value);
  };
  const send = () => {
    const text = draft.trim();
    if (text === '') return;
    change('');
    onSend(text);
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={classes.box}>
        <Textarea
          classNames={{ input: classes.input }}
          variant="unstyled"
          value={draft}
          maxLength={sendInput.properties.text.maxLength}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={(event: KeyboardEvent<HTMLTextAreaElement>) => {
            if (event.key === 'Escape') event.currentTarget.blur();
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
          placeholder="Reply"
          aria-label="Reply"
          aria-description="Press Enter to send, or Shift and Enter for a new line"
          autosize
          minRows={1}
          maxRows={8}
        />
        <div className={classes.footer}>
          <div className={classes.to}>
            From {formatPhoneNumber(number)}
            {segments !== undefined && (
              <span role="status">
                · {segments === 1 ? '1 segment' : `${segments.toLocaleString()} segments`}
              </span>
            )}
          </div>
          <Text size="xs" c="dimmed" visibleFrom="sm" aria-hidden>
            Enter to send
          </Text>
          <ActionIcon
            type="submit"
            radius="xl"
            size={32}
            disabled={draft.trim() === ''}
            aria-label="Send reply"
          >
            <SendIcon />
          </ActionIcon>
        </div>
      </div>
    </form>
  );
}

/** Returns the segments of a text, after a short pause in typing. */
function useSegments(input: { to: string; from: string; text: string }): number | undefined {
  const client = useClient();
  const [settled] = useDebouncedValue(input.text, 300);
  const { data } = useQuery({
    queryKey: ['message', 'preview', { ...input, text: settled }],
    queryFn: ({ signal }) => client.message.preview({ ...input, text: settled }, { signal }),
    enabled: settled !== '',
    gcTime: 60_000,
  });
  return input.text === '' ? undefined : (data?.segments ?? undefined);
}
