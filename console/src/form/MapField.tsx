import { Button, CloseButton, Group, Input, Stack, TextInput, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { PlusIcon } from '../icons.tsx';
import { nameProblem, toMap, type NamedText } from './namedTexts.ts';
import { isSame, type Values } from './values.ts';

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
  const [typed, setRows] = useState<readonly NamedText[]>(() => toRows(value));
  // Something else can change the value, such as a button that discards all changes.
  const rows = isSame(toMap(typed), value) ? typed : toRows(value);
  const change = (next: readonly NamedText[]) => {
    setRows(next);
    onChange(toMap(next));
  };
  return (
    <Input.Wrapper
      label={field.label}
      description={field.description}
      error={field.error}
      labelElement="div"
    >
      <Stack gap="xs" mt={6}>
        {rows.map(([name, text], index) => (
          <Group key={index} wrap="nowrap" gap="xs" align="flex-start">
            <TextInput
              flex={1}
              placeholder="Name"
              aria-label={`Name ${index + 1}`}
              value={name}
              error={nameProblem(rows, index)}
              // The form sends nothing while a field has a custom validity.
              ref={(input) => input?.setCustomValidity(nameProblem(rows, index) ?? '')}
              onChange={(event) => change(rows.with(index, [event.currentTarget.value, text]))}
            />
            <TextInput
              flex={2}
              placeholder="Value"
              aria-label={`Value ${index + 1}`}
              value={text}
              onChange={(event) => change(rows.with(index, [name, event.currentTarget.value]))}
            />
            <CloseButton
              mt={4}
              aria-label={`Remove ${name || `row ${index + 1}`}`}
              onClick={() => change(rows.toSpliced(index, 1))}
            />
          </Group>
        ))}
        <Button
          variant="default"
          size="compact-sm"
          w="fit-content"
          leftSection={<PlusIcon size={14} />}
          onClick={() => setRows([...rows, ['', '']])}
        >
          Add <VisuallyHidden>to {field.label}</VisuallyHidden>
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}

const toRows = (value: Values): NamedText[] =>
  Object.entries(value).map(([name, text]) => [name, typeof text === 'string' ? text : '']);
