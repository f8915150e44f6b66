import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { contract, type ContactList } from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { usePages } from '../api/queries.ts';
import { ListIcon, PlusIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { linkTo } from '../route.ts';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Page } from '../ui/Page.tsx';
import { toTable } from '../ui/toTable.ts';
import { When } from '../ui/When.tsx';
import { ListDialog } from './ListDialog.tsx';

export function Lists() {
  const client = useClient();
  const may = useMay();
  const lists = usePages(['list', 'list'], client.list.list, {});
  const [adding, dialog] = useDisclosure(false);
  const add = may(contract.list.create) && (
    <Button leftSection={<PlusIcon size={16} />} onClick={dialog.open}>
      New list
    </Button>
  );
  return (
    <Page
      title="Lists"
      description="Groups of contacts. Send broadcasts to them, or filter messages, contacts and reports by them."
      actions={add}
    >
      <DataTable<ContactList>
        label="Lists"
        columns={columns}
        {...toTable(lists)}
        toHref={({ id }) => linkTo('lists', id)}
        empty={
          <Notice icon={<ListIcon size={26} />} title="No lists yet" action={add}>
            Create a list, for example for a newsletter. Then add contacts or import a file.
          </Notice>
        }
      />
      <ListDialog opened={adding} onClose={dialog.close} />
    </Page>
  );
}

const columns: readonly Column<ContactList>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Contacts', cell: ({ size }) => size.toLocaleString(), end: true },
  { title: 'Created', cell: ({ created_at }) => <When at={created_at} />, wide: true, end: true },
];
