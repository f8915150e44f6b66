import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { explainInText } from '../api/api.ts';
import type { Text as HandsetText } from '../api/simulator.ts';
import { ChoiceIcon } from '../icons.tsx';
import { useNumbers } from '../numbers/useNumbers.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { useDraft } from '../session/useDraft.ts';
import { TextBox } from '../ui/TextBox.tsx';
import { useReply } from './queries.ts';
import classes from './ReplyBox.module.css';

interface ReplyBoxProps {
  handset: string;
  texts: readonly HandsetText[] | undefined;
  onSend: () => void;
}

/** Sends a text from the handset to one of our numbers. */
export function ReplyBox({ handset, texts, onSend }: ReplyBoxProps) {
  const numbers = useNumbers();
  const reply = useReply(handset);
  const [draft, setDraft] = useDraft(`handset ${handset}`, '');
  const [chosen, setChosen] = useState<string | null>(null);

  const ours = numbers.data?.map(({ number }) => number) ?? [];
  const lastToText = texts?.findLast(
    ({ direction, from }) => direction === 'to_handset' && ours.includes(from),
  )?.from;
  const usual = numbers.data?.find((number) => number.default)?.number;
  const to = chosen ?? lastToText ?? usual ?? ours[0];

  const send = (text: string) => {
    if (to === undefined) return;
    setDraft('');
    onSend();
    reply.mutate(
      { handset, to, text, after: texts?.length ?? 0 },
      {
        onError: () => {
          setDraft((current) => [text, current].filter(Boolean).join('\n'));
        },
      },
    );
  };

  return (
    <TextBox
      label="Text from this handset"
      sendLabel="Send text"
      draft={draft}
      onChange={setDraft}
      onSend={send}
      disabled={to === undefined}
      failure={reply.isError ? `Not sent: ${explainInText(reply.error)}` : undefined}
    >
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
            onChange={(event) => setChosen(event.currentTarget.value)}
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
    </TextBox>
  );
}
