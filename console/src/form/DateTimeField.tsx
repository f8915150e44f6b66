import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { fromLocalInput, incompleteTime, toLocalInput } from '../dates.ts';

interface DateTimeFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
}

/**
 * Lets users enter a time. A browser reports a half-filled time as an empty text, which would mean
 * "no time" while the field still shows what the user typed. The value is then `incompleteTime`.
 */
export function DateTimeField({ value, onChange, error, ...field }: DateTimeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const isIncomplete = value === incompleteTime;
  // While the user types, the form does not call a missing part a mistake.
  const [isLeft, setLeft] = useState(isIncomplete);
  useEffect(() => {
    input.current!.setCustomValidity(isIncomplete ? mistake : '');
    // A discarded time would stay in the field, because the browser already reports no time.
    if (!isIncomplete && input.current!.validity.badInput) input.current!.value = '';
  }, [isIncomplete, value]);
  const read = () => {
    const { validity, value: written } = input.current!;
    return validity.badInput ? incompleteTime : fromLocalInput(written);
  };
  // Browsers fire no event for a change while the time is incomplete.
  const check = () => {
    if (input.current!.validity.badInput !== isIncomplete) onChange(read());
  };
  const leave = () => {
    check();
    setLeft(true);
  };
  return (
    <TextInput
      {...field}
      ref={input}
      type="datetime-local"
      error={isIncomplete && isLeft ? mistake : error}
      value={toLocalInput(value)}
      onChange={() => {
        setLeft(false);
        onChange(read());
      }}
      onKeyUp={check}
      onBlur={leave}
      onInvalid={leave}
    />
  );
}

const mistake = 'Enter the date and the time.';
