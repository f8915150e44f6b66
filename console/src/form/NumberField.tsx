import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

interface NumberFieldProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  value: unknown;
  onChange: (value: number | undefined) => void;
}

/** Lets users type a number. A number that is not complete yet, such as "2.", stays as typed. */
export function NumberField({ value, onChange, ...field }: NumberFieldProps) {
  const number = typeof value === 'number' ? value : undefined;
  const [typed, setTyped] = useState<number | string>('');
  return (
    <NumberInput
      {...field}
      clampBehavior="none"
      hideControls
      value={toNumber(typed) === number ? typed : (number ?? '')}
      onChange={(next) => {
        setTyped(next);
        onChange(toNumber(next));
      }}
    />
  );
}

const toNumber = (typed: number | string): number | undefined =>
  typed === '' || Number.isNaN(Number(typed)) ? undefined : Number(typed);
