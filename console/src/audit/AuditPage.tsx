import { Group, Text } from '@mantine/core';
import { contract, type AuditEntry, type Input } from '@textloom/shared/contract';
import { Fragment } from 'react';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { usePages } from '../api/queries.ts';
import { Filters } from '../filters/Filters.tsx';
import { toFieldErrors } from '../form/fieldErrors.ts';
import { labelValue } from '../form/labels.ts';
import { AuditIcon } from '../icons.tsx';
import { goTyping } from '../navigate.ts';
import { Notice } from '../Notice.tsx';
import { pick } from '../pick.ts';
import { linkTo, type PageProps } from '../route.ts';
import { Caption } from '../ui/Caption.tsx';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Page } from '../ui/Page.tsx';
import { toTable } from '../ui/toTable.ts';
import { When } from '../ui/When.tsx';

const title = 'Audit log';
type Search = Input<typeof contract.audit.list>;
const { limit, cursor, ...filters } = contract.audit.list.input.properties;

/** Lists all operations, because the log also contains requests that were denied. */
const operations = Object.entries(contract)
  .flatMap(([resource, all]) => Object.keys(all).map((name) => `${resource}.${name}`))
  .sort()
  .map((value) => ({ value, label: value }));

/** Shows who did what with which key. */
export default function AuditPage(props: PageProps) {
  const may = useMay();
  if (may(contract.audit.list)) return <Entries {...props} />;
  return (
    <Page title={title}>
      <Group justify="center" mt="xl">
        <Notice icon={<AuditIcon size={26} />} title="This key cannot see the audit log">
          Sign in with a key that has the scope admin to see who did what.
        </Notice>
      </Group>
    </Page>
  );
}

function Entries({ route: { query } }: PageProps) {
  const client = useClient();
  const search: Search = pick(query, Object.keys(filters));
  const isFiltered = Object.keys(search).length > 0;
  const entries = usePages(['audit', 'list'], client.audit.list, search);
  return (
    <Page
      title={title}
      description="Who did what with which key. Messages are not here, because they have their own list. Nobody can change an entry."
    >
      <Filters
        schemas={filters}
        first={['operation', 'outcome']}
        query={query}
        options={{ operation: operations }}
        onChange={(next, isTyping) => goTyping(linkTo('audit', undefined, next), isTyping)}
        fieldErrors={toFieldErrors(entries.error)}
      />
      <DataTable<AuditEntry>
        label={title}
        columns={columns}
        {...toTable(entries)}
        empty={
          <Notice
            icon={<AuditIcon size={26} />}
            title={isFiltered ? 'No entry matches' : 'No entries yet'}
          >
            {isFiltered
              ? 'Remove a filter, or choose a longer time.'
              : 'An entry appears when somebody changes keys, webhooks, settings and the like.'}
          </Notice>
        }
      />
    </Page>
  );
}

const tones = {
  succeeded: 'success',
  started: 'neutral',
  failed: 'error',
  denied: 'error',
} as const;

const describeActor = ({ actor, key_name }: AuditEntry): string => key_name ?? labelValue(actor);

const columns: readonly Column<AuditEntry>[] = [
  {
    title: 'Operation',
    cell: (entry) => (
      <>
        <code>
          {entry.operation.split(/(?<=\.)/).map((part, at) => (
            <Fragment key={part}>
              {at > 0 && <wbr />}
              {part}
            </Fragment>
          ))}
        </code>
        <Caption>{describeActor(entry)}</Caption>
      </>
    ),
  },
  {
    title: 'Outcome',
    cell: ({ outcome }) => <Mark tone={tones[outcome]}>{labelValue(outcome)}</Mark>,
  },
  {
    title: 'Who',
    wide: true,
    cell: (entry) => (
      <>
        {describeActor(entry)}
        {entry.key_scope !== null && (
          <Text span display="block" size="xs" c="dimmed">
            {entry.key_scope} key
          </Text>
        )}
      </>
    ),
  },
  {
    title: 'What',
    wide: true,
    cell: ({ resource_id, fields }) => (
      <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
        {resource_id ?? ''}
        {fields.length > 0 && (
          <Text span display="block" size="xs" c="dimmed">
            {fields.join(', ')}
          </Text>
        )}
      </Text>
    ),
  },
  { title: 'From', wide: true, cell: ({ ip_address }) => ip_address ?? '' },
  { title: 'When', end: true, cell: ({ created_at }) => <When at={created_at} exact /> },
];
