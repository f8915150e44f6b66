import type { Schema } from '@textloom/shared/contract';
import { formatShortTime } from '../dates.ts';
import { labelField, toOptions, type Option } from '../form/labels.ts';
import { CloseIcon } from '../icons.tsx';
import type { Query } from '../route.ts';
import classes from './Filters.module.css';

interface ChipsProps {
  schemas: Readonly<Record<string, Schema>>;
  names: readonly string[];
  query: Query;
  options: Readonly<Record<string, readonly Option[]>> | undefined;
  onRemove: (name: string) => void;
}

/** Shows the filters whose fields are hidden, each with a button to remove it. */
export const Chips = ({ schemas, names, query, options, onRemove }: ChipsProps) =>
  names.length === 0 ? null : (
    <ul className={classes.chips} aria-label="Filters that apply">
      {names.map((name) => {
        const label = labelField(schemas[name]!, name).replace(/ ID$/, '');
        const text = `${label}: ${toText(schemas[name]!, query[name]!, options?.[name])}`;
        return (
          <li key={name} className={classes.chip}>
            <span>{text}</span>
            <button type="button" onClick={() => onRemove(name)} aria-label={`Remove ${text}`}>
              <CloseIcon size={13} />
            </button>
          </li>
        );
      })}
    </ul>
  );

function toText(
  schema: Schema,
  value: string,
  options: readonly Option[] = toOptions(schema),
): string {
  const isTime = 'type' in schema && schema.type === 'string' && schema.format === 'date-time';
  if (isTime && !Number.isNaN(Date.parse(value))) return formatShortTime(value, Date.now());
  return options.find((option) => option.value === value)?.label ?? value;
}
