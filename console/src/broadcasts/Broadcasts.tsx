import { Button } from '@mantine/core';
import { contract, type Broadcast, type Input } from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { usePages } from '../api/queries.ts';
import { toFieldErrors } from '../form/fieldErrors.ts';
import { BroadcastIcon, PlusIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { goTyping } from '../navigate.ts';
import { pick } from '../pick.ts';
import { linkTo, type Query } from '../route.ts';
import { Caption } from '../ui/Caption.tsx';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Filters } from '../filters/Filters.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { Page } from '../ui/Page.tsx';
import { toTable } from '../ui/toTable.ts';
import { When } from '../ui/When.tsx';
import { ProgressBar } from './ProgressBar.tsx';

type Search = Input<typeof contract.broadcast.list>;
// A filter by the complete name would find nothing while you type.
const { limit, cursor, name, ...filters } = contract.broadcast.list.input.properties;

/** Shows all broadcasts and their progress, newest first. */
export function Broadcasts({ query }: { query: Query }) {
  const client = useClient();
  const may = useMay();
  const search: Search = pick(query, Object.keys(filters));
  const isFiltered = Object.keys(search).length > 0;
  const broadcasts = usePages(['broadcast', 'list'], client.broadcast.list, search, {
    pollMs: 3_000,
  });
  const create = may(contract.broadcast.create) && (
    <Button component="a" href={linkTo('broadcasts', 'new')} leftSection={<PlusIcon size={16} />}>
      New broadcast
    </Button>
  );
  return (
    <Page
      title="Broadcasts"
      description="One text to many contacts. Each contact gets it at most once."
      actions={create}
    >
      <Filters
        schemas={filters}
        first={['status']}
        query={query}
        onChange={(next, isTyping) => goTyping(linkTo('broadcasts', undefined, next), isTyping)}
        fieldErrors={toFieldErrors(broadcasts.error)}
      />
      <DataTable<Broadcast>
        label="Broadcasts"
        columns={columns}
        {...toTable(broadcasts)}
        toHref={({ id }) => linkTo('broadcasts', id)}
        empty={
          isFiltered ? (
            <Notice icon={<BroadcastIcon size={26} />} title="No broadcast matches">
              Choose another status.
            </Notice>
          ) : (
            <Notice icon={<BroadcastIcon size={26} />} title="No broadcasts yet" action={create}>
              Choose lists or filter your contacts, write one text with their names in it, and see
              what it costs before you send.
            </Notice>
          )
        }
      />
    </Page>
  );
}

const columns: readonly Column<Broadcast>[] = [
  {
    title: 'Name',
    cell: ({ name, progress }) => (
      <>
        {name}
        <Caption>{progress}%</Caption>
      </>
    ),
  },
  { title: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  {
    title: 'Progress',
    wide: true,
    cell: (broadcast) => <ProgressBar broadcast={broadcast} />,
  },
  {
    title: 'Recipients',
    wide: true,
    end: true,
    cell: ({ counts, started_at }) => started_at && counts.recipients.toLocaleString(),
  },
  {
    title: 'Created',
    wide: true,
    end: true,
    cell: ({ created_at }) => <When at={created_at} />,
  },
];
