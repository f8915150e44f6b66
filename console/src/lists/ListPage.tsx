import { Button, Group, TextInput, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { contract, type Contact, type ContactList } from '@textloom/shared/contract';
import { useState, type SyntheticEvent } from 'react';
import { useMay } from '../account.ts';
import { explain, useClient } from '../api/api.ts';
import { useAction, usePages } from '../api/queries.ts';
import { contactColumns, contactName } from '../contacts/contactColumns.tsx';
import { ContactIcon, ImportIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { plural } from '../plural.ts';
import { linkTo } from '../route.ts';
import { Copyable } from '../ui/Copyable.tsx';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Fetched } from '../ui/Fetched.tsx';
import { Page } from '../ui/Page.tsx';
import { toTable } from '../ui/toTable.ts';
import { DeleteList } from './DeleteList.tsx';
import { ListDialog } from './ListDialog.tsx';
import classes from './ListPage.module.css';

const back = { label: 'Lists', href: linkTo('lists') };

export function ListPage({ id }: { id: string }) {
  const client = useClient();
  const list = useQuery({ queryKey: ['list', id], queryFn: () => client.list.get({ id }) });
  return (
    <Fetched found={list} title="List" back={back}>
      {(found) => <Shown list={found} />}
    </Fetched>
  );
}

function Shown({ list }: { list: ContactList }) {
  const client = useClient();
  const may = useMay();
  const [renaming, rename] = useDisclosure(false);
  const members = usePages(['contact', 'list'], client.contact.list, { list_id: list.id });
  const removeContact = useAction(
    ({ id }: Contact) => client.list.removeContact({ id: list.id, contact_id: id }),
    { toast: 'The contact is removed from the list', changes: ['list', 'contact'] },
  );
  const mayChange = may(contract.list.update);
  const off: Column<Contact> = {
    title: 'Remove from the list',
    hiddenTitle: true,
    end: true,
    cell: (contact) => (
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        onClick={() => removeContact.mutate(contact)}
      >
        Remove<VisuallyHidden> {contactName(contact)}</VisuallyHidden>
      </Button>
    ),
  };
  return (
    <Page
      title={list.name}
      back={back}
      description={
        <Group gap="md">
          {plural(list.size, 'contact')}
          <Copyable value={list.id} what="ID" />
        </Group>
      }
      actions={
        mayChange && (
          <>
            <Button
              variant="default"
              component="a"
              href={linkTo('contacts', 'import', { list: list.id })}
              leftSection={<ImportIcon size={16} />}
            >
              Import
            </Button>
            <Button variant="default" onClick={rename.open}>
              Rename
            </Button>
            <DeleteList list={list} />
          </>
        )
      }
    >
      {mayChange && <AddContact list={list} />}
      <DataTable<Contact>
        label="Contacts of the list"
        columns={mayChange ? [...contactColumns.slice(0, 4), off] : contactColumns}
        {...toTable(members)}
        toHref={({ id }) => linkTo('contacts', id)}
        empty={
          <Notice icon={<ContactIcon size={26} />} title="Nobody is on this list">
            Add a contact by phone number, or import a file into the list.
          </Notice>
        }
      />
      <ListDialog list={list} opened={renaming} onClose={rename.close} />
    </Page>
  );
}

function AddContact({ list }: { list: ContactList }) {
  const client = useClient();
  const [phone, setPhone] = useState('');
  const add = useAction(() => client.contact.upsert({ phone: phone.trim(), lists: [list.id] }), {
    toast: (contact) => `${contactName(contact)} is on the list`,
    changes: ['list', 'contact'],
    showsError: true,
    onDone: () => setPhone(''),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form className={classes.add} onSubmit={submit} noValidate>
      <TextInput
        label="Add a contact"
        placeholder="+1 202 555 0123"
        type="tel"
        autoComplete="off"
        value={phone}
        onChange={(event) => {
          setPhone(event.currentTarget.value);
          add.reset();
        }}
        error={add.error ? explain(add.error).title : undefined}
      />
      <Button
        type="submit"
        variant="default"
        loading={add.isPending}
        disabled={phone.trim() === ''}
      >
        Add
      </Button>
    </form>
  );
}
