import { Group, Input, TextInput } from '@mantine/core';
import type { Account } from '@textloom/shared/contract';
import type { FieldProps } from '../form/SchemaField.tsx';

type QuietHours = Account['quiet_hours'];

/** Lets users choose when quiet hours start and end. */
export function QuietHoursField({ value, onChange, pointer, fieldErrors, schema }: FieldProps) {
  const hours = value as QuietHours;
  return (
    <Input.Wrapper
      description={`${schema.description}. Marketing waits until they end.`}
      error={fieldErrors[pointer]}
    >
      <Group mt="xs" align="flex-start">
        {(['start', 'end'] as const).map((name) => (
          <TextInput
            key={name}
            type="time"
            label={name === 'start' ? 'Start' : 'End'}
            value={hours[name]}
            error={fieldErrors[`${pointer}/${name}`]}
            onChange={({ currentTarget }) => onChange({ ...hours, [name]: currentTarget.value })}
          />
        ))}
      </Group>
    </Input.Wrapper>
  );
}
