import { Button, CloseButton, Group, Input, Stack, TextInput, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { PlusIcon } from '../icons.tsx';
import type { Values } from './values.ts';

interface MapFieldProps {
  label: string;
  description?: string | undefined;
  error?: string | undefined;
  value: Values;
  onChange: (value: Record<string, string>) => void;
}

/** Lets users enter their own names and values. */
export function MapField({ value, onChange, ...field }: MapFieldProps) {
  // While the user types, names may be empty or the same.
  const [pairs, setPairs] = useState(() => Object.entries(value) as [string, string][]);
  const change = (next: [string, string][]) => {
    setPairs(next);
    onChange(Object.fromEntries(next.filter(([name]) => name.trim() !== '')));
  };
  return (
    <Input.Wrapper
      label={field.label}
      description={field.description}
      error={field.error}
      labelElement="div"
    >
      <Stack gap="xs" mt={6}>
        {pairs.map(([name, text], index) => (
          <Group key={index} wrap="nowrap" gap="xs">
            <TextInput
              flex={1}
              placeholder="Name"
              aria-label={`Name ${index + 1}`}
              value={name}
              onChange={(event) => change(pairs.with(index, [event.currentTarget.value, text]))}
            />
            <TextInput
              flex={2}
              placeholder="Value"
              aria-label={`Value ${index + 1}`}
              value={text}
              onChange={(event) => change(pairs.with(index, [name, event.currentTarget.value]))}
            />
            <CloseButton
              aria-label={`Remove ${name || `row ${index + 1}`}`}
              onClick={() => change(pairs.toSpliced(index, 1))}
            />
          </Group>
        ))}
        <Button
          variant="default"
          size="compact-sm"
          w="fit-content"
          leftSection={<PlusIcon size={14} />}
          onClick={() => setPairs([...pairs, ['', '']])}
        >
          Add <VisuallyHidden>to {field.label}</VisuallyHidden>
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}
