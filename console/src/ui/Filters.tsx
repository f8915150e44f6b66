import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Schema } from '@textloom/shared/contract';
import { useState, type ReactNode } from 'react';
import type { FieldErrors } from '../form/fieldErrors.ts';
import type { Option } from '../form/labels.ts';
import { SchemaField } from '../form/SchemaField.tsx';
import type { Query } from '../route.ts';
import classes from './Filters.module.css';

interface FiltersProps {
  schemas: Readonly<Record<string, Schema>>;
  /** The filters to always show. A button shows the others. */
  first: readonly string[];
  query: Query;
  onChange: (query: Query) => void;
  fieldErrors: FieldErrors;
  /** Content in the same line that is not a filter. */
  before?: ReactNode;
  /** Choices that the schema does not contain. */
  options?: Readonly<Record<string, readonly Option[]>>;
}

/**
 * Shows the filters of a list operation. A choice applies immediately, and text when it loses the
 * focus.
 */
export function Filters(props: FiltersProps) {
  const { schemas, first, query, onChange } = props;
  const others = Object.keys(schemas).filter((name) => !first.includes(name));
  const [opened, disclosure] = useDisclosure(others.some((name) => name in query));
  const isFiltered = Object.keys(query).length > 0;
  return (
    <search className={classes.filters}>
      {props.before}
      {[...first, ...(opened ? others : [])].map((name) => (
        <Filter key={`${name} ${query[name] ?? ''}`} name={name} {...props} />
      ))}
      <div className={classes.buttons}>
        {others.length > 0 && (
          <Button
            variant="subtle"
            color="gray"
            px="xs"
            onClick={disclosure.toggle}
            aria-expanded={opened}
          >
            {opened ? 'Fewer filters' : 'More filters'}
          </Button>
        )}
        {isFiltered && (
          <Button variant="subtle" color="gray" px="xs" onClick={() => onChange({})}>
            Clear
          </Button>
        )}
      </div>
    </search>
  );
}

function Filter({
  name,
  schemas,
  query,
  onChange,
  fieldErrors,
  options,
}: FiltersProps & { name: string }) {
  const [typed, setTyped] = useState(query[name] ?? '');
  const { description: _, ...schema } = schemas[name]!;
  const isChoice = 'enum' in schema || options?.[name] !== undefined;
  const commit = (value: string) => {
    if (value.trim() === (query[name] ?? '')) return;
    const { [name]: before, ...others } = query;
    onChange(value.trim() === '' ? others : { ...others, [name]: value.trim() });
  };
  return (
    <div
      onBlur={() => commit(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(typed);
      }}
    >
      <SchemaField
        name={name}
        schema={schema}
        pointer={`/${name}`}
        value={typed}
        onChange={(value) => {
          setTyped(String(value));
          if (isChoice) commit(String(value));
        }}
        fieldErrors={query[name] === undefined ? {} : fieldErrors}
        options={options?.[name]}
        emptyLabel="Any"
      />
    </div>
  );
}
