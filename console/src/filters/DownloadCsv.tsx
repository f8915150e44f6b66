import { Button } from '@mantine/core';
import { paginate } from '@textloom/shared/client';
import { useAction } from '../api/queries.ts';
import { downloadCsv } from '../downloadFile.ts';
import { ExportIcon } from '../icons.tsx';
import { plural } from '../plural.ts';

interface DownloadCsvProps<I, T> {
  file: string;
  /** What a row contains, such as "contact". */
  noun: string;
  list: (input: I) => Promise<{ data: T[]; next_cursor: string | null }>;
  search: I;
  toCsv: (rows: T[]) => string;
  disabled: boolean;
}

/** A browser keeps the whole file in memory. */
const mostRows = 50_000;

/** Downloads all rows of a filtered list. */
export function DownloadCsv<I extends { cursor?: string; limit?: number }, T>(
  props: DownloadCsvProps<I, T>,
) {
  const { file, noun, list, search, toCsv, disabled } = props;
  const download = useAction(
    async () => {
      const rows: T[] = [];
      for await (const row of paginate(list, { ...search, limit: 100 })) {
        if (rows.length === mostRows) return { rows, isWhole: false };
        rows.push(row);
      }
      return { rows, isWhole: true };
    },
    {
      toast: ({ rows, isWhole }) =>
        isWhole
          ? `Downloaded ${plural(rows.length, noun)}`
          : `Downloaded only the first ${plural(rows.length, noun)}. Narrow the filters, or ask your operator to run "textloom export"`,
      changes: [],
      onDone: ({ rows, isWhole }) =>
        downloadCsv(isWhole ? file : `first-${mostRows}-${file}`, toCsv(rows)),
    },
  );
  return (
    <Button
      variant="default"
      leftSection={<ExportIcon size={16} />}
      loading={download.isPending}
      disabled={disabled}
      onClick={() => download.mutate()}
    >
      Download CSV
    </Button>
  );
}
