import { ActionIcon, Button, Checkbox, Group, Menu, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { contract, limits, type PhoneNumber } from '@textloom/shared/contract';
import { useState } from 'react';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { useAction, usePages } from '../api/queries.ts';
import { labelValue } from '../form/labels.ts';
import { MoreIcon, NumberIcon, PlusIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { linkTo } from '../route.ts';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Confirm, Dialog } from '../ui/Dialog.tsx';
import { Mark, StatusMark } from '../ui/Mark.tsx';
import { Page } from '../ui/Page.tsx';
import { toTable } from '../ui/toTable.ts';
import { NumberForm } from './NumberForm.tsx';

export function Numbers() {
  const client = useClient();
  const may = useMay();
  const numbers = usePages(['number', 'list'], client.number.list, {}, { pollMs: 5_000 });
  const mayChange = may(contract.number.update);
  const add = may(contract.number.provision) && (
    <Button component="a" href={linkTo('numbers', 'new')} leftSection={<PlusIcon size={16} />}>
      Get a number
    </Button>
  );
  return (
    <Page
      title="Numbers"
      description="The numbers that send and receive your messages."
      actions={add}
    >
      <DataTable<PhoneNumber>
        label="Numbers"
        columns={mayChange ? [...columns, actions] : columns}
        {...toTable(numbers)}
        empty={
          <Notice icon={<NumberIcon size={26} />} title="No numbers yet" action={add}>
            Get a number to send from. Replies to it appear as messages.
          </Notice>
        }
      />
    </Page>
  );
}

const columns: readonly Column<PhoneNumber>[] = [
  {
    title: 'Number',
    cell: (number) => (
      <Group gap="xs">
        <Text span size="sm" fw={500}>
          {formatPhoneNumber(number.number)}
        </Text>
        {number.default && <Mark tone="info">Default</Mark>}
      </Group>
    ),
  },
  {
    title: 'Type',
    cell: ({ type, country }) => [labelValue(type), country].filter(Boolean).join(' · '),
    wide: true,
  },
  {
    title: 'Status',
    cell: ({ status, purchase_error: reason }) => (
      <>
        <StatusMark status={status} />
        {reason !== null && (
          <Text size="xs" c="dimmed">
            {reason}
          </Text>
        )}
      </>
    ),
  },
  {
    title: 'Rate',
    cell: ({ messages_per_second: pace }) => (pace === null ? 'No limit' : `${pace}/s`),
    wide: true,
  },
  {
    title: 'Campaign',
    cell: ({ campaign_id }) =>
      campaign_id ? <a href={linkTo('registrations', campaign_id)}>Registration</a> : 'None',
    wide: true,
  },
];

const actions: Column<PhoneNumber> = {
  title: 'Actions',
  hiddenTitle: true,
  end: true,
  cell: (number) => <Actions number={number} />,
};

function Actions({ number }: { number: PhoneNumber }) {
  const client = useClient();
  const name = formatPhoneNumber(number.number);
  const [editing, edit] = useDisclosure(false);
  const [releasing, release] = useDisclosure(false);
  const makeDefault = useAction(() => client.number.update({ id: number.id, default: true }), {
    toast: `${name} is the default number`,
    changes: ['number'],
  });
  const [isForGood, setForGood] = useState(false);
  const receivesTexts = number.status === 'active' && number.type !== 'alphanumeric';
  const askRelease = () => {
    setForGood(false);
    release.open();
  };
  const remove = useAction(
    () => client.number.release({ id: number.id, ...(isForGood && { release_at_carrier: true }) }),
    { toast: `${name} is released`, changes: ['number'], showsError: true, onDone: release.close },
  );
  return (
    <>
      <Menu
        position="bottom-end"
        withInitialFocusPlaceholder={false}
        portalProps={{ target: '#main' }}
      >
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!number.default && number.status === 'active' && (
            <Menu.Item onClick={() => makeDefault.mutate()}>Make default</Menu.Item>
          )}
          <Menu.Item onClick={edit.open}>Set rate and campaign</Menu.Item>
          <Menu.Item component="a" href={linkTo('messages', undefined, { from: number.number })}>
            Show its messages
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item c="var(--mantine-color-error)" onClick={askRelease}>
            Release
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog title={name} opened={editing} onClose={edit.close}>
        <NumberForm number={number} onDone={edit.close} />
      </Dialog>
      <Confirm
        title={`Release ${name}?`}
        opened={releasing}
        onClose={release.close}
        label="Release number"
        action={remove}
      >
        <Stack gap="sm">
          <div>
            You might not get this number again. Messages that wait to be sent from it fail.
            {receivesTexts &&
              ` For ${limits.quarantineHours} hours, no other account can get it. Texts that arrive while no account has it are lost.`}
            {number.default &&
              ' This is your default number. Choose another one, or texts without a sender are rejected.'}
          </div>
          <Checkbox
            label="Also release the number at the carrier"
            description="The carrier stops charging for the number. Someone else can then get it, and you cannot undo this."
            checked={isForGood}
            onChange={(event) => setForGood(event.currentTarget.checked)}
          />
        </Stack>
      </Confirm>
    </>
  );
}
