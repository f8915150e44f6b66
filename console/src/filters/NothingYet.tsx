import { Button } from '@mantine/core';
import { SearchIcon } from '../icons.tsx';
import { ErrorLine, Notice } from '../Notice.tsx';

interface NothingYetProps {
  /** How many rows the search has compared. */
  compared: number;
  /** The name of the rows in the plural, such as "messages". */
  what: string;
  error?: unknown;
  onRetry?: (() => void) | undefined;
  isFetchingMore?: boolean | undefined;
  onMore?: (() => void) | undefined;
}

/** Says that a search has found nothing so far, and offers to search older rows. */
export const NothingYet = ({ compared, what, error, onRetry, ...more }: NothingYetProps) => (
  <Notice
    icon={<SearchIcon size={26} />}
    title="Nothing found yet"
    action={
      error ? (
        <ErrorLine error={error} onRetry={() => onRetry?.()} />
      ) : (
        <Button variant="default" loading={more.isFetchingMore ?? false} onClick={more.onMore}>
          Search older ones
        </Button>
      )
    }
  >
    None of the {compared.toLocaleString()} {what} searched so far matches.
  </Notice>
);
