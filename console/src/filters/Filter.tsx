import type { Schema } from '@textloom/shared/contract';
import { incompleteTime } from '../dates.ts';
import type { FieldErrors } from '../form/fieldErrors.ts';
import type { Option } from '../form/labels.ts';
import { SchemaField } from '../form/SchemaField.tsx';
import { isComplete } from './isComplete.ts';
import { useTyped } from './useTyped.ts';

interface FilterProps {
  name: string;
  schema: Schema;
  value: string;
  onChange: (value: string, isTyping: boolean) => void;
  fieldErrors: FieldErrors;
  options: readonly Option[] | undefined;
}

/**
 * Shows one filter. A half-written number waits until the user leaves the field or presses Enter,
 * so that no error appears while they type. Half a time never applies.
 */
export function Filter({
  name,
  schema: { description: _, ...schema },
  value,
  onChange,
  fieldErrors,
  options,
}: FilterProps) {
  const isChoice = 'enum' in schema || options !== undefined;
  const [typed, setTyped] = useTyped(value, (text) => {
    if (text === '' || isComplete(schema, text)) onChange(text, true);
  });
  const apply = () => {
    if (typed !== incompleteTime) onChange(typed.trim(), true);
  };
  return (
    <div
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    >
      <SchemaField
        name={name}
        schema={schema}
        pointer={`/${name}`}
        value={typed}
        onChange={(next) => {
          const text = typeof next === 'string' || typeof next === 'number' ? String(next) : '';
          setTyped(text);
          if (isChoice) onChange(text, false);
        }}
        fieldErrors={fieldErrors}
        options={options}
        emptyLabel="Any"
      />
    </div>
  );
}
