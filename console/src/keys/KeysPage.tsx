import { Anchor, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { contract, type ApiKey } from '@textloom/shared/contract';
import { useState } from 'react';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { useAction, usePages } from '../api/queries.ts';
import { labelValue } from '../form/labels.ts';
import { KeyIcon, PlusIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { linkTo } from '../route.ts';
import { Caption } from '../ui/Caption.tsx';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Confirm } from '../ui/Dialog.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Page } from '../ui/Page.tsx';
import { SecretDialog } from '../ui/SecretDialog.tsx';
import { toTable } from '../ui/toTable.ts';
import { When } from '../ui/When.tsx';
import { Expires } from './Expires.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { RotateKey } from './RotateKey.tsx';

const title = 'API keys';

export default function KeysPage() {
  const may = useMay();
  if (may(contract.key.list)) return <Keys />;
  return (
    <Page title={title}>
      <Group justify="center" mt="xl">
        <Notice icon={<KeyIcon size={26} />} title="This key cannot manage API keys">
          Sign in with a key that has the scope admin to list, create, rotate and revoke keys.
        </Notice>
      </Group>
    </Page>
  );
}

function Keys() {
  const client = useClient();
  const keys = usePages(['key', 'list'], client.key.list, {});
  const [adding, dialog] = useDisclosure(false);
  const [createdKey, setCreatedKey] = useState<string>();
  return (
    <Page
      title={title}
      description="Give every program a separate key with no wider scope than it needs, so that you can revoke each key separately."
      actions={
        <Button leftSection={<PlusIcon size={16} />} onClick={dialog.open}>
          New key
        </Button>
      }
    >
      <DataTable<ApiKey>
        label={title}
        columns={[...columns, actions(setCreatedKey)]}
        {...toTable(keys)}
        empty={<Notice icon={<KeyIcon size={26} />} title="No keys yet" />}
      />
      <NewKeyDialog
        opened={adding}
        onClose={dialog.close}
        onDone={(key) => {
          dialog.close();
          setCreatedKey(key);
        }}
      />
      <SecretDialog
        title="New API key"
        what="key"
        secret={createdKey}
        onClose={() => setCreatedKey(undefined)}
      />
    </Page>
  );
}

const columns: readonly Column<ApiKey>[] = [
  {
    title: 'Name',
    cell: ({ name, scope, current, replaced_by }) => (
      <>
        <Group gap="xs">
          {name}
          {current && <Mark tone="info">In use here</Mark>}
          {replaced_by !== null && <Mark tone="neutral">Replaced</Mark>}
        </Group>
        <Caption>{labelValue(scope)}</Caption>
      </>
    ),
  },
  { title: 'Scope', cell: ({ scope }) => labelValue(scope), wide: true },
  { title: 'Ends in', cell: ({ last4 }) => (last4 ? <code>{last4}</code> : 'Unknown'), wide: true },
  {
    title: 'Last used',
    cell: ({ last_used_at }) => (last_used_at ? <When at={last_used_at} /> : 'Never'),
    wide: true,
  },
  { title: 'Expires', cell: (key) => <Expires apiKey={key} /> },
  { title: 'Created', cell: ({ created_at }) => <When at={created_at} />, wide: true },
];

const actions = (onRotated: (key: string) => void): Column<ApiKey> => ({
  title: 'Rotate or revoke',
  hiddenTitle: true,
  end: true,
  cell: (key) => (
    <Group gap={0} justify="flex-end">
      <RotateKey apiKey={key} onDone={onRotated} />
      {!key.current && <Revoke apiKey={key} />}
    </Group>
  ),
});

function Revoke({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const client = useClient();
  const [asking, dialog] = useDisclosure(false);
  const revoke = useAction(() => client.key.revoke({ id }), {
    toast: `${name} is revoked`,
    changes: ['key'],
    showsError: true,
  });
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`Revoke ${name}`}
        onClick={dialog.open}
      >
        Revoke
      </Button>
      <Confirm
        title={`Revoke ${name}?`}
        opened={asking}
        onClose={dialog.close}
        label="Revoke key"
        action={revoke}
      >
        Programs that use this key lose access. You cannot undo this. The webhooks that they created
        continue to deliver events, such as the texts of your customers. To stop that, delete them
        under{' '}
        <Anchor inherit underline="always" href={linkTo('webhooks')}>
          Webhooks
        </Anchor>
        .
      </Confirm>
    </>
  );
}
