import { ActionIcon, Button, NativeSelect, Text, Textarea } from '@mantine/core';
import { useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { explain } from '../api/api.ts';
import type { Text as HandsetText } from '../api/simulator.ts';
import { ChoiceIcon, SendIcon } from '../icons.tsx';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { useNumbers, useReply } from './queries.ts';
import classes from '../ui/ReplyBox.module.css';

interface ReplyBoxProps {
  handset: string;
  texts: readonly HandsetText[] | undefined;
  drafts: Map<string, string>;
  onSend: () => void;
}

/** Sends a text from the handset to one of our numbers. */
export function ReplyBox({ handset, texts, drafts, onSend }: ReplyBoxProps) {
  const numbers = useNumbers();
  const reply = useReply(handset);
  const [draft, setDraft] = useState(drafts.get(handset) ?? '');
  const [chosen, setChosen] = useState<string | null>(null);

  const ours = numbers.data?.map(({ number }) => number) ?? [];
  const lastToText = texts?.findLast(
    ({ direction, from }) => direction === 'to_handset' && ours.includes(from),
  )?.from;
  const usual = numbers.data?.find((number) => number.default)?.number;
  const to = chosen ?? lastToText ?? usual ?? ours[0];

  const change = (value: string) => {
    setDraft(value);
    drafts.set(handset, value);
  };
  const send = () => {
    const text = draft.trim();
    if (text === '' || to === undefined) return;
    change('');
    onSend();
    reply.mutate(
      { handset, to, text, after: texts?.length ?? 0 },
      {
        onError: () => {
          change([text, drafts.get(handset)].filter(Boolean).join('\n'));
        },
      },
    );
  };

  const failure = reply.isError && explain(reply.error);
  return (
    <form
      className={classes.form}
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault();
        send();
      }}
    >
      {failure && (
        <p className={classes.failure} role="alert">
          Not sent: {failure.title}. {failure.advice}
        </p>
      )}
      <div className={classes.box}>
        <Textarea
          classNames={{ input: classes.input }}
          variant="unstyled"
          value={draft}
          onChange={(event) => {
            change(event.currentTarget.value);
          }}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
          placeholder="Text from this handset"
          aria-label="Text from this handset"
          aria-description="Press Enter to send, or Shift and Enter for a new line"
          autosize
          minRows={1}
          maxRows={8}
        />
        <div className={classes.footer}>
          <div className={classes.to}>
            {to !== undefined && (
              <>
                To
                <NativeSelect
                  classNames={{ input: classes.number }}
                  variant="unstyled"
                  size="xs"
                  aria-label="Recipient"
                  rightSection={<ChoiceIcon size={14} />}
                  rightSectionWidth={20}
                  data={ours.map((number) => ({ value: number, label: formatPhoneNumber(number) }))}
                  value={to}
                  onChange={(event) => {
                    setChosen(event.currentTarget.value);
                  }}
                />
              </>
            )}
            {numbers.data && to === undefined && 'This account has no number that you can text.'}
            {numbers.isError && !numbers.data && (
              <>
                The numbers of this account could not be loaded.
                <Button variant="subtle" size="compact-xs" onClick={() => void numbers.refetch()}>
                  Try again
                </Button>
              </>
            )}
          </div>
          <Text size="xs" c="dimmed" visibleFrom="sm" aria-hidden>
            Enter to send
          </Text>
          <ActionIcon
            type="submit"
            radius="xl"
            size={32}
            disabled={draft.trim() === '' || to === undefined}
            aria-label="Send text"
          >
            <SendIcon />
          </ActionIcon>
        </div>
      </div>
    </form>
  );
}
