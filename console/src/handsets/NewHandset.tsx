import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { HandsetMark } from './HandsetMark.tsx';
import { OutcomeHelp } from './OutcomeHelp.tsx';
import { findOutcome, type OutcomeRow } from './outcomes.ts';
import { formatPhoneNumber, parseHandsetNumber } from '../phoneNumber.ts';
import { Dialog } from '../ui/Dialog.tsx';

interface NewHandsetProps {
  opened: boolean;
  /** An unused number. */
  suggestion: string;
  onClose: () => void;
  onCreate: (number: string) => void;
}

/** Asks for the number of a handset to open. */
export function NewHandset({ opened, onClose, ...form }: NewHandsetProps) {
  return (
    <Dialog title="New handset" opened={opened} onClose={onClose}>
      <NewHandsetForm {...form} />
    </Dialog>
  );
}

function NewHandsetForm({
  suggestion,
  onCreate,
}: Pick<NewHandsetProps, 'suggestion' | 'onCreate'>) {
  const [input, setInput] = useState(formatPhoneNumber(suggestion));
  const [asked, setAsked] = useState(false);
  const number = parseHandsetNumber(input);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setAsked(true);
    if (number !== undefined) onCreate(number);
  };
  const pick = ({ first }: OutcomeRow) => {
    const start = number ?? suggestion;
    setInput(formatPhoneNumber(start.slice(0, -2) + first));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Phone number"
          description="Any +1 number with 555-01xx after the area code. The last two digits decide what happens to texts to this number."
          value={input}
          onChange={(event) => {
            setInput(event.currentTarget.value);
          }}
          error={
            asked &&
            number === undefined &&
            'Enter a number such as +1 202-555-0123: any area code, then 555-01 and two digits.'
          }
          rightSection={<OutcomeHelp onPick={pick} />}
          inputMode="tel"
          autoComplete="off"
          data-autofocus
        />
        <Group gap="sm" mih={40} aria-live="polite">
          {number !== undefined && (
            <>
              <HandsetMark number={number} />
              <Text size="sm">
                Ends in {number.slice(-2)} · {findOutcome(number)?.title}
              </Text>
            </>
          )}
        </Group>
        <Button type="submit">Open handset</Button>
      </Stack>
    </form>
  );
}
