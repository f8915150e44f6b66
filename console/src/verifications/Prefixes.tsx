import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { contract, type VerificationPrefix } from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { useAction, usePages } from '../api/queries.ts';
import { VerificationIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { percent } from '../reports/percent.ts';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Confirm } from '../ui/Dialog.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { Section } from '../ui/Section.tsx';
import { toTable } from '../ui/toTable.ts';
import { When } from '../ui/When.tsx';

type Row = VerificationPrefix & { readonly id: string };

/** Shows the ranges of phone numbers that got codes, and which of them are blocked. */
export function Prefixes() {
  const client = useClient();
  const may = useMay();
  const found = usePages(['verification', 'prefixes'], client.verification.prefixes, {});
  const rows = found.rows?.map((row) => ({ ...row, id: row.prefix }));
  return (
    <Section title="Number ranges in the last 24 hours" plain>
      <Text size="sm" c="dimmed" mb="sm">
        Attackers request codes for ranges of numbers that earn them money, and never enter them.
        The service limits and then blocks such ranges.
      </Text>
      <DataTable<Row>
        label="Number ranges"
        columns={may(contract.verification.unblock) ? [...columns, unblockColumn] : columns}
        {...toTable({ ...found, rows })}
        empty={<Notice icon={<VerificationIcon size={26} />} title="No codes in 24 hours" />}
      />
    </Section>
  );
}

const columns: readonly Column<Row>[] = [
  { title: 'Range', cell: ({ prefix }) => `${prefix}…` },
  {
    title: 'Status',
    cell: ({ status, blocked_until }) => (
      <>
        <StatusMark status={status} />
        {blocked_until !== null && (
          <Text span display="block" size="xs" c="dimmed">
            until <When at={blocked_until} />
          </Text>
        )}
      </>
    ),
  },
  { title: 'Sent', cell: ({ started }) => started.toLocaleString(), wide: true, end: true },
  { title: 'Entered', cell: ({ approved }) => approved.toLocaleString(), wide: true, end: true },
  {
    title: 'Share entered',
    cell: ({ started, approved }) => percent(started === 0 ? null : approved / started),
    wide: true,
    end: true,
  },
  { title: 'Refused', cell: ({ refused }) => refused.toLocaleString(), wide: true, end: true },
];

const unblockColumn: Column<Row> = {
  title: 'Remove block',
  hiddenTitle: true,
  end: true,
  cell: (row) => (row.status === 'open' ? null : <Unblock {...row} />),
};

function Unblock({ prefix, status }: Row) {
  const client = useClient();
  const label = status === 'blocked' ? 'Remove block' : 'Remove limit';
  const [asking, dialog] = useDisclosure(false);
  const unblock = useAction(() => client.verification.unblock({ prefix }), {
    toast: `The service sends codes to ${prefix}… again`,
    changes: ['verification'],
    onDone: dialog.close,
    showsError: true,
  });
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={dialog.open}>
        {label}
        <VisuallyHidden> of {prefix}</VisuallyHidden>
      </Button>
      <Confirm
        title={`${label} of ${prefix}…?`}
        opened={asking}
        onClose={dialog.close}
        label={label}
        action={unblock}
      >
        Do this only if you know that real users have these numbers. Codes that nobody enters cost
        you money.
      </Confirm>
    </>
  );
}
