import { Button, Skeleton, Table, VisuallyHidden } from '@mantine/core';
import { useEffect, useId, useRef, type FocusEvent, type ReactNode } from 'react';
import { NothingYet } from '../filters/NothingYet.tsx';
import { toFieldErrors } from '../form/fieldErrors.ts';
import { WarningIcon } from '../icons.tsx';
import { ErrorLine, ErrorNotice, Notice } from '../Notice.tsx';
import classes from './DataTable.module.css';

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  /** Hidden on a narrow screen. */
  readonly wide?: true;
  /** Aligned at the end, for numbers. */
  readonly end?: true;
  /** Only screen readers read the title, for example for a column of buttons. */
  readonly hiddenTitle?: true;
}

interface DataTableProps<T extends { id: string }> {
  /** The name of the rows in the plural, such as "Messages". */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[] | undefined;
  error?: unknown;
  onRetry?: () => void;
  /** The content to show if there are no rows. */
  empty: ReactNode;
  /** Returns the link of a row. The first column is then a link. */
  toHref?: (row: T) => string;
  /** Describes how many rows there are, if the number shown is not the total of a list. */
  describeCount?: (shown: string, hasMore: boolean) => string;
  hasMore?: boolean;
  /** How many rows a search has compared since the last one that it found. */
  compared?: number;
  isFetchingMore?: boolean;
  onMore?: () => void;
}

/** Shows rows of one kind, or a notice if there are none. */
export function DataTable<T extends { id: string }>(props: DataTableProps<T>) {
  const { label, columns, rows, error, empty, toHref, compared } = props;
  const caption = useId();
  const focus = useRowFocus(rows);
  if (!rows && error) {
    return (
      <div className={classes.frame} {...focus.frame}>
        <div className={classes.none}>
          {hasFieldErrors(error) ? (
            <Notice icon={<WarningIcon size={26} />} title="A filter is not valid">
              Correct the marked filter.
            </Notice>
          ) : (
            <ErrorNotice error={error} onRetry={() => props.onRetry?.()} />
          )}
        </div>
      </div>
    );
  }
  if (rows?.length === 0) {
    return (
      <div className={classes.frame} {...focus.frame}>
        <div className={classes.none} role="status">
          {props.hasMore && compared !== undefined ? (
            <NothingYet {...props} compared={compared} what={label.toLowerCase()} />
          ) : (
            empty
          )}
        </div>
      </div>
    );
  }
  return (
    <div className={classes.frame} {...focus.frame}>
      <Table className={classes.table} aria-labelledby={caption} aria-busy={!rows}>
        <caption id={caption} hidden>
          {label}
        </caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, hiddenTitle, ...column }) => (
              <Table.Th key={title} {...toColumnAttributes(column)}>
                {hiddenTitle ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows
            ? rows.map((row, at) => (
                <Table.Tr key={row.id} data-linked={toHref && true} {...focus.row(row.id, at)}>
                  {columns.map(({ title, cell, ...column }, index) => (
                    <Table.Td key={title} {...toColumnAttributes(column)}>
                      {toHref && index === 0 ? (
                        <a className={classes.link} href={toHref(row)}>
                          {cell(row)}
                        </a>
                      ) : (
                        cell(row)
                      )}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))
            : placeholders.map((width, row) => (
                <Table.Tr key={row}>
                  {columns.map(({ title, ...column }, index) => (
                    <Table.Td key={title} {...toColumnAttributes(column)}>
                      <Skeleton height={12} width={index === 0 ? width : '60%'} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
        </Table.Tbody>
      </Table>
      {rows && <Footer {...props} rows={rows} />}
    </div>
  );
}

/**
 * Keeps the focus in a table when the row that has it leaves: it goes to the row that is now in its
 * place. Otherwise, a keyboard user would start again at the top of the page.
 */
function useRowFocus(rows: readonly { id: string }[] | undefined) {
  const frame = useRef<HTMLDivElement>(null);
  const focused = useRef<{ id: string; at: number }>(undefined);
  useEffect(() => {
    if (!focused.current || !rows) return;
    const { id, at } = focused.current;
    const now = rows.findIndex((row) => row.id === id);
    focused.current = now >= 0 ? { id, at: now } : undefined;
    if (now >= 0 || document.activeElement !== document.body) return;
    const row = frame.current?.querySelector('tbody')?.rows[Math.min(at, rows.length - 1)];
    const target = row?.querySelector<HTMLElement>('a, button') ?? frame.current;
    target?.focus({ preventScroll: true });
  }, [rows]);
  return {
    frame: { ref: frame, tabIndex: -1 },
    row: (id: string, at: number) => ({
      onFocus: () => {
        focused.current = { id, at };
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        if (relatedTarget) focused.current = undefined;
      },
    }),
  };
}

function Footer<T extends { id: string }>({
  rows,
  label,
  error,
  onRetry,
  compared,
  describeCount = compared === undefined ? describeTotal : describeFound(label, compared),
  hasMore = false,
  isFetchingMore,
  onMore,
}: DataTableProps<T> & { rows: readonly T[] }) {
  return (
    <div className={classes.footer}>
      <span role="status">
        <VisuallyHidden>{label}: </VisuallyHidden>
        {describeCount(rows.length.toLocaleString(), hasMore)}
      </span>
      {error ? <ErrorLine error={error} onRetry={() => onRetry?.()} /> : null}
      {hasMore && (
        <Button variant="default" size="compact-sm" loading={isFetchingMore} onClick={onMore}>
          {compared === undefined ? 'Show more' : 'Search older ones'}
        </Button>
      )}
    </div>
  );
}

const describeTotal = (shown: string, hasMore: boolean): string =>
  hasMore ? `The newest ${shown}` : `${shown} in total`;

/** Describes what a search has found. A further page can be empty. */
const describeFound =
  (label: string, compared: number) =>
  (shown: string, hasMore: boolean): string => {
    if (!hasMore) return `${shown} found`;
    const last = `${compared.toLocaleString()} ${label.toLowerCase()}`;
    return compared > 0
      ? `${shown} found so far, none in the last ${last}`
      : `${shown} found so far`;
  };

/** The filters show these errors. */
const hasFieldErrors = (error: unknown): boolean => Object.keys(toFieldErrors(error)).length > 0;

const toColumnAttributes = ({ wide, end }: { wide?: true; end?: true }) => ({
  'data-wide': wide,
  'data-end': end,
});

const placeholders = ['70%', '55%', '80%', '60%', '75%'];
