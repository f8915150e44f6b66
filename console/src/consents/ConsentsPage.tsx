import { Text } from '@mantine/core';
import { consentSchema, contract, type ConsentRecord, type Input } from '@textloom/shared/contract';
import { useClient } from '../api/api.ts';
import { usePages } from '../api/queries.ts';
import { objectsToCsv } from '../csv.ts';
import { toFieldErrors } from '../form/fieldErrors.ts';
import { labelValue } from '../form/labels.ts';
import { ConsentIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { goTyping } from '../navigate.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { pick } from '../pick.ts';
import { linkTo, type PageProps } from '../route.ts';
import { Caption } from '../ui/Caption.tsx';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { DownloadCsv } from '../filters/DownloadCsv.tsx';
import { Filters } from '../filters/Filters.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Page } from '../ui/Page.tsx';
import { toTable } from '../ui/toTable.ts';
import { When } from '../ui/When.tsx';

type Search = Input<typeof contract.consent.list>;
const { limit, cursor, ...filters } = contract.consent.list.input.properties;

/** Shows the consent ledger: who agreed or refused, when, and in what words. */
export default function ConsentsPage({ route: { query } }: PageProps) {
  const client = useClient();
  const search: Search = pick(query, Object.keys(filters));
  const isFiltered = Object.keys(search).length > 0;
  const records = usePages(['consent', 'list'], client.consent.list, search);
  return (
    <Page
      title="Consent"
      description="The people who agreed or refused to be texted, with the time and their words. Nothing changes or deletes these records."
      actions={
        <DownloadCsv
          file="consent-records.csv"
          noun="record"
          list={client.consent.list}
          search={search}
          toCsv={(rows) => objectsToCsv(consentSchema, rows)}
          disabled={!records.rows?.length}
        />
      }
    >
      <Filters
        schemas={filters}
        first={['phone', 'action']}
        query={query}
        onChange={(next, isTyping) => goTyping(linkTo('consents', undefined, next), isTyping)}
        fieldErrors={toFieldErrors(records.error)}
      />
      <DataTable<ConsentRecord>
        label="Consent records"
        columns={columns}
        {...toTable(records)}
        empty={
          <Notice
            icon={<ConsentIcon size={26} />}
            title={isFiltered ? 'No record matches' : 'No consent records yet'}
          >
            {isFiltered
              ? 'Remove a filter, or choose a longer time.'
              : 'A record appears when somebody opts out or in, or when you record consent.'}
          </Notice>
        }
      />
    </Page>
  );
}

const tones = {
  opted_in: 'success',
  opted_out: 'error',
  confirmation_requested: 'warning',
} as const;
const { labels: methodLabels } =
  contract.consent.list.output.properties.data.items.properties.method;

const columns: readonly Column<ConsentRecord>[] = [
  {
    title: 'Phone',
    cell: ({ phone, number, words, source }) => (
      <>
        {formatPhoneNumber(phone)}
        {number !== null && (
          <Text span display="block" size="xs" c="dimmed">
            only for {formatPhoneNumber(number)}
          </Text>
        )}
        <Caption>{words ?? source}</Caption>
      </>
    ),
  },
  { title: 'Action', cell: ({ action }) => <Mark tone={tones[action]}>{labelValue(action)}</Mark> },
  {
    title: 'Words or source',
    wide: true,
    cell: ({ words, source }) => (
      <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
        {words ?? source}
      </Text>
    ),
  },
  { title: 'Method', cell: ({ method }) => labelValue(method, methodLabels), wide: true },
  { title: 'When', cell: ({ occurred_at }) => <When at={occurred_at} />, end: true },
];
