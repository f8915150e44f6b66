import { Checkbox, Fieldset, Input } from '@mantine/core';
import type { FieldProps } from '../form/SchemaField.tsx';
import { labelField } from '../form/labels.ts';
import classes from './EventsField.module.css';
import { isChosen, isImplied, kinds, patternLabel, withoutImplied } from './eventPatterns.ts';

/** Lets users choose single events, all events of a kind, or all events. */
export function EventsField({ name, schema, pointer, value, onChange, fieldErrors }: FieldProps) {
  const chosen = value as readonly string[];
  const fieldError = fieldErrors[pointer] ?? fieldErrors[`${pointer}/0`];
  const box = (pattern: string) => (
    <Checkbox
      key={pattern}
      label={patternLabel(pattern)}
      checked={isChosen(pattern, chosen)}
      disabled={isImplied(pattern, chosen)}
      onChange={({ currentTarget: { checked } }) =>
        onChange(
          checked
            ? withoutImplied([...chosen, pattern])
            : chosen.filter((other) => other !== pattern),
        )
      }
    />
  );
  return (
    <Fieldset legend={labelField(schema, name)} data-pointer={pointer}>
      {box('*')}
      <div className={classes.kinds}>
        {[...kinds].map(([kind, types]) => (
          <div key={kind} className={classes.kind} role="group" aria-label={patternLabel(kind)}>
            {types.length > 1 && box(kind)}
            <div className={types.length > 1 ? classes.types : undefined}>{types.map(box)}</div>
          </div>
        ))}
      </div>
      {fieldError && (
        <Input.Error mt="sm" role="alert">
          {fieldError}
        </Input.Error>
      )}
    </Fieldset>
  );
}
