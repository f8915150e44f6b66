import { Checkbox, Fieldset, Input } from '@mantine/core';
import type { FieldProps } from '../form/SchemaField.tsx';
import { labelOf } from '../form/labels.ts';
import classes from './EventsField.module.css';
import { isCovered, kinds, labelOfPattern, withoutCovered } from './eventPatterns.ts';

/** Lets users choose single events, all events of a kind, or all events. */
export function EventsField({ name, schema, pointer, value, onChange, fieldErrors }: FieldProps) {
  const chosen = value as readonly string[];
  const fieldError = fieldErrors[pointer] ?? fieldErrors[`${pointer}/0`];
  const box = (pattern: string) => (
    <Checkbox
      key={pattern}
      label={labelOfPattern(pattern)}
      checked={chosen.includes(pattern) || isCovered(pattern, chosen)}
      disabled={isCovered(pattern, chosen)}
      onChange={({ currentTarget: { checked } }) =>
        onChange(
          checked
            ? withoutCovered([...chosen, pattern])
            : chosen.filter((other) => other !== pattern),
        )
      }
    />
  );
  return (
    <Fieldset legend={labelOf(schema, name)} data-pointer={pointer}>
      {box('*')}
      <div className={classes.kinds}>
        {[...kinds].map(([kind, types]) => (
          <div key={kind} className={classes.kind} role="group" aria-label={labelOfPattern(kind)}>
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
