import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { contract, type Carrier } from '@textloom/shared/contract';
import { useState } from 'react';
import { useMay } from '../account.ts';
import { hasCode, useClient } from '../api/api.ts';
import { refetchWhile } from '../api/queries.ts';
import { labelValue } from '../form/labels.ts';
import { CarrierIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { Copyable } from '../ui/Copyable.tsx';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { Page } from '../ui/Page.tsx';
import { When } from '../ui/When.tsx';
import { CarrierErrors } from './CarrierErrors.tsx';
import { perMinute } from './perMinute.ts';
import { SetupGuide } from './SetupGuide.tsx';
import { TestForm } from './TestForm.tsx';

const title = 'Carriers';
const pollMs = 5_000;

export default function CarriersPage() {
  const may = useMay();
  return may(contract.carrier.list) ? <Carriers /> : <NotAllowed />;
}

/** The carriers belong to the operator of the service, who has the first account. */
const NotAllowed = () => (
  <Page title={title}>
    <Group justify="center" mt="xl">
      <Notice icon={<CarrierIcon size={26} />} title="This key cannot see the carriers">
        Sign in with an admin key of the first account, which belongs to the operator.
      </Notice>
    </Group>
  </Page>
);

function Carriers() {
  const client = useClient();
  const [tested, setTested] = useState<string>();
  const found = useQuery({
    queryKey: ['carrier', 'list'],
    queryFn: ({ signal }) => client.carrier.list({}, { signal }),
    refetchInterval: refetchWhile(pollMs),
  });
  if (hasCode(found.error, 'operator_only')) return <NotAllowed />;
  const carriers = found.data?.data;
  const rows = carriers?.map((carrier) => ({ ...carrier, id: carrier.name }));
  return (
    <Page
      title={title}
      description="The connections that deliver your texts, with results of the last five minutes."
    >
      <DataTable<Row>
        label={title}
        columns={[...columns, testColumn(setTested)]}
        rows={rows}
        error={found.error}
        onRetry={() => void found.refetch()}
        empty={<Notice icon={<CarrierIcon size={26} />} title="No carriers" />}
      />
      {carriers && <CarrierErrors carriers={carriers} />}
      {carriers?.every(({ type }) => type === 'handset') && <SetupGuide />}
      <Dialog
        title={`Test the carrier ${tested ?? ''}`}
        opened={tested !== undefined}
        onClose={() => setTested(undefined)}
      >
        {tested !== undefined && <TestForm carrier={tested} />}
      </Dialog>
    </Page>
  );
}

type Row = Carrier & { readonly id: string };

const columns: readonly Column<Row>[] = [
  {
    title: 'Carrier',
    cell: ({ name, type }) => (
      <>
        <Text span size="sm" fw={500}>
          {name}
        </Text>
        {name !== type && (
          <Text span size="sm" c="dimmed">
            {` · ${type}`}
          </Text>
        )}
      </>
    ),
  },
  {
    title: 'Status',
    cell: ({ status, retry_at }) => (
      <Group gap="xs">
        <StatusMark status={status} />
        {retry_at !== null && (
          <Text span size="xs" c="dimmed">
            Tries again <When at={retry_at} />
          </Text>
        )}
      </Group>
    ),
  },
  { title: 'Rate', end: true, wide: true, cell: ({ sent }) => perMinute(sent) },
  { title: 'Pending', end: true, wide: true, cell: ({ pending }) => pending.toLocaleString() },
  { title: 'Sent', end: true, wide: true, cell: ({ sent }) => sent.toLocaleString() },
  { title: 'Delivered', end: true, wide: true, cell: (one) => one.delivered.toLocaleString() },
  { title: 'Failed', end: true, wide: true, cell: ({ failed }) => failed.toLocaleString() },
  {
    title: 'Last callback',
    wide: true,
    cell: ({ callback_url, last_callback_at }) => {
      if (callback_url === null) return 'Not needed';
      return last_callback_at === null ? 'None yet' : <When at={last_callback_at} />;
    },
  },
  {
    title: 'Inbound URL',
    wide: true,
    cell: ({ inbound_webhook_url, name }) =>
      inbound_webhook_url === null ? (
        'Not needed'
      ) : (
        <Copyable value={inbound_webhook_url} what={`inbound webhook URL of ${name}`}>
          Hidden
        </Copyable>
      ),
  },
];

const testColumn = (onTest: (name: string) => void): Column<Row> => ({
  title: 'Test',
  hiddenTitle: true,
  end: true,
  cell: ({ name }) => (
    <Button variant="default" size="compact-sm" onClick={() => onTest(name)}>
      Send test text<VisuallyHidden> through {labelValue(name)}</VisuallyHidden>
    </Button>
  ),
});
