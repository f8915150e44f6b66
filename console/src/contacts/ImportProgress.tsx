import { Button, Group, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { downloadCsv } from '../downloadFile.ts';
import { detailToSentence } from '../form/fieldErrors.ts';
import { ExportIcon } from '../icons.tsx';
import { linkTo } from '../route.ts';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Section } from '../ui/Section.tsx';
import { rowsToCsv } from '../csv.ts';
import classes from './ImportProgress.module.css';
import type { Import, RefusedRow } from './ImportProvider.tsx';

interface ImportProgressProps {
  current: Import;
  onResume: () => void;
  onStop: () => void;
  onRestart: () => void;
}

const titles: Record<Import['state'], string> = {
  running: 'Importing',
  stopped: 'Stopped importing',
  failed: 'Interrupted while importing',
  done: 'Imported',
};

/** The number of rejected rows to show at a time. */
const shownRows = 50;

/** Shows the progress of an import, and the rows that it skipped. */
export function ImportProgress({ current, onResume, onStop, onRestart }: ImportProgressProps) {
  const { file, state, processed, rows, created, updated, refused } = current;
  const [shown, setShown] = useState(shownRows);
  return (
    <>
      <Section title={`${titles[state]} ${file.name}`}>
        <Progress.Root size="lg" radius="xl">
          <Progress.Section
            value={rows === 0 ? 100 : (100 * processed) / rows}
            color={state === 'failed' ? 'red' : 'iris'}
            aria-label="Progress"
            aria-valuetext={`${processed} of ${rows} rows`}
          />
        </Progress.Root>
        <dl className={classes.counts} aria-live="polite">
          {[
            ['New contacts', created],
            ['Updated', updated],
            ['Skipped', refused.length],
          ].map(([name, count]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{count!.toLocaleString()}</dd>
            </div>
          ))}
        </dl>
        <Group gap="xs">
          {state === 'running' && (
            <Button variant="default" onClick={onStop}>
              Stop
            </Button>
          )}
          {(state === 'failed' || state === 'stopped') && (
            <Button onClick={onResume}>Continue</Button>
          )}
          {state === 'done' && (
            <Button component="a" href={linkTo('contacts')}>
              Show contacts
            </Button>
          )}
          {state !== 'running' && (
            <Button variant="default" onClick={onRestart}>
              Import another file
            </Button>
          )}
        </Group>
      </Section>
      {current.columns.length > 0 && (
        <Section title="Columns">
          {groupColumns(current.columns).map(({ name, titles }) => (
            <Text key={name} size="sm" style={{ overflowWrap: 'anywhere' }}>
              <strong>{name}:</strong> {titles.join(', ')}
            </Text>
          ))}
        </Section>
      )}
      {refused.length > 0 && (
        <Section
          plain
          title="Skipped rows"
          actions={
            <Button
              variant="default"
              size="xs"
              leftSection={<ExportIcon size={14} />}
              onClick={() =>
                downloadCsv('left-out.csv', rowsToCsv(file.content, [...toErrorRows(refused)]))
              }
            >
              Download rows
            </Button>
          }
        >
          <DataTable
            label="Skipped rows"
            columns={columns}
            rows={refused.slice(0, shown)}
            empty={null}
            describeCount={(count, hasMore) =>
              hasMore ? `The first ${count}` : `${count} in total`
            }
            hasMore={refused.length > shown}
            onMore={() => setShown(shown + shownRows)}
          />
        </Section>
      )}
    </>
  );
}

const attributePrefix = 'attributes.';

/** Shows a mistake in the name of a column, whose cells became attributes without an error. */
function groupColumns(columns: Import['columns']) {
  const named = columns.filter(({ title }) => title !== '');
  const groups = Map.groupBy(named, ({ field }) =>
    field === null ? 'Ignored' : field.startsWith(attributePrefix) ? 'Attributes' : 'Fields',
  );
  return (['Fields', 'Attributes', 'Ignored'] as const).flatMap((name) => {
    const titles = groups.get(name)?.map(({ title, field }) => {
      const as = field?.replace(attributePrefix, '') ?? title;
      return as === title ? title : `${title} (${as})`;
    });
    return titles ? [{ name, titles }] : [];
  });
}

/** Returns each row only once, even if it has several errors. */
const toErrorRows = (refused: readonly RefusedRow[]) =>
  new Map(refused.flatMap(({ row }) => (row ? [[row.line, row] as const] : []))).values();

const columns: readonly Column<RefusedRow>[] = [
  { title: 'Line', cell: ({ line }) => line.toLocaleString() },
  { title: 'Column', cell: ({ column }) => column ?? 'Row' },
  { title: 'Error', cell: ({ detail }) => detailToSentence(detail) },
  {
    title: 'Row',
    cell: ({ row }) => <span className={classes.row}>{row?.text}</span>,
    wide: true,
  },
];
