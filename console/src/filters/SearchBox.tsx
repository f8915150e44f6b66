import { CloseButton, TextInput } from '@mantine/core';
import { SearchIcon } from '../icons.tsx';
import classes from './Filters.module.css';
import { useTyped } from './useTyped.ts';

interface SearchBoxProps {
  /** What the box finds. */
  hint: string;
  value: string;
  error: string | undefined;
  onChange: (words: string, isTyping: boolean) => void;
}

/** Lets the user search by words. The search follows the typing. */
export function SearchBox({ hint, value, error, onChange }: SearchBoxProps) {
  const [typed, setTyped] = useTyped(value, (words) => onChange(words, true));
  return (
    <TextInput
      className={classes.search}
      type="search"
      label="Search"
      placeholder={hint}
      leftSection={<SearchIcon size={16} />}
      rightSection={
        typed !== '' && (
          <CloseButton
            size="sm"
            aria-label="Clear the search"
            onClick={() => {
              setTyped('');
              onChange('', true);
            }}
          />
        )
      }
      value={typed}
      error={error}
      maxLength={100}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChange(typed.trim(), true);
      }}
    />
  );
}
