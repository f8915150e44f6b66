import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Schema } from '@textloom/shared/contract';
import { useState, type ReactNode } from 'react';
import type { FieldErrors } from '../form/fieldErrors.ts';
import type { Option } from '../form/labels.ts';
import type { Query } from '../route.ts';
import { changeFilter } from './changeFilter.ts';
import { Chips } from './Chips.tsx';
import { Filter } from './Filter.tsx';
import classes from './Filters.module.css';
import { SearchBox } from './SearchBox.tsx';

export interface FiltersProps {
  schemas: Readonly<Record<string, Schema>>;
  /** The filters to always show. A button shows the others, and chips show which of them apply. */
  first: readonly string[];
  query: Query;
  /** `isTyping` is true while the user types, so that the history gets no entry for each letter. */
  onChange: (query: Query, isTyping: boolean) => void;
  fieldErrors: FieldErrors;
  /** What the search box finds, if the operation has a `search`. */
  searchHint?: string;
  /** Content in the same line that is not a filter. */
  before?: ReactNode;
  /** Choices that the schema does not contain. */
  options?: Readonly<Record<string, readonly Option[]>>;
}

/**
 * Shows the filters of a list operation. A choice applies immediately, and text after a pause in
 * typing.
 */
export function Filters(props: FiltersProps) {
  const { schemas, first, query, onChange, fieldErrors, searchHint, options } = props;
  const others = Object.keys(schemas).filter((name) => name !== 'search' && !first.includes(name));
  const [opened, disclosure] = useDisclosure(false);
  // The service refuses a filter of the URL only after the page is open.
  const hidesError = others.some((name) => `/${name}` in fieldErrors);
  const [hidError, setHidError] = useState(false);
  if (hidesError !== hidError) {
    setHidError(hidesError);
    if (hidesError) disclosure.open();
  }
  const isFiltered = Object.keys(query).length > 0;
  const change = (name: string, value: string, isTyping: boolean) => {
    if (value === (query[name] ?? '')) return;
    onChange(changeFilter(query, name, value), isTyping);
  };
  return (
    <search>
      <div className={classes.filters}>
        {searchHint !== undefined && (
          <SearchBox
            hint={searchHint}
            value={query.search ?? ''}
            error={fieldErrors['/search'] ?? fieldErrors['/phone']}
            onChange={(words, isTyping) => change('search', words, isTyping)}
          />
        )}
        {props.before}
        {[...first, ...(opened ? others : [])].map((name) => (
          <Filter
            key={name}
            name={name}
            schema={schemas[name]!}
            value={query[name] ?? ''}
            onChange={(value, isTyping) => change(name, value, isTyping)}
            fieldErrors={query[name] === undefined ? {} : fieldErrors}
            options={options?.[name]}
          />
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
            <Button variant="subtle" color="gray" px="xs" onClick={() => onChange({}, false)}>
              Clear
            </Button>
          )}
        </div>
      </div>
      {!opened && (
        <Chips
          schemas={schemas}
          names={others.filter((name) => query[name] !== undefined)}
          query={query}
          options={options}
          onRemove={(name) => change(name, '', false)}
        />
      )}
    </search>
  );
}
