import { Button } from '@mantine/core';
import { contract, type Contact, type Input } from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { usePages } from '../api/queries.ts';
import { toFieldErrors } from '../form/fieldErrors.ts';
import { ContactIcon, ImportIcon, PlusIcon } from '../icons.tsx';
import { useListOptions } from '../lists/useListOptions.ts';
import { Notice } from '../Notice.tsx';
import { go } from '../navigate.ts';
import { pick } from '../pick.ts';
import { linkTo, type Query } from '../route.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { Filters } from '../ui/Filters.tsx';
import { Page } from '../ui/Page.tsx';
import { toTable } from '../ui/toTable.ts';
import { contactColumns } from './contactColumns.tsx';

const { limit, cursor, ...filters } = contract.contact.list.input.properties;

export function Contacts({ query }: { query: Query }) {
  const client = useClient();
  const may = useMay();
  const lists = useListOptions();
  const search = pick(query, Object.keys(filters));
  const contacts = usePages(
    ['contact', 'list'],
    client.contact.list,
    search as Input<typeof contract.contact.list>,
  );
  const add = may(contract.contact.upsert) && (
    <>
      <Button
        variant="default"
        component="a"
        href={linkTo('contacts', 'import')}
        leftSection={<ImportIcon size={16} />}
      >
        Import
      </Button>
      <Button component="a" href={linkTo('contacts', 'new')} leftSection={<PlusIcon size={16} />}>
        New contact
      </Button>
    </>
  );
  return (
    <Page title="Contacts" description="The people that you text, and their consent." actions={add}>
      <Filters
        schemas={filters}
        first={['phone', 'email', 'status', 'list_id']}
        query={search}
        onChange={(next) => go(linkTo('contacts', undefined, next))}
        fieldErrors={toFieldErrors(contacts.error)}
        options={{ list_id: lists }}
      />
      <DataTable<Contact>
        label="Contacts"
        columns={contactColumns}
        {...toTable(contacts)}
        toHref={({ id }) => linkTo('contacts', id)}
        empty={
          Object.keys(search).length > 0 ? (
            <Notice
              icon={<ContactIcon size={26} />}
              title="No contact matches"
              action={
                <Button variant="default" component="a" href={linkTo('contacts')}>
                  Clear the filters
                </Button>
              }
            >
              Phone numbers and email addresses must be complete.
            </Notice>
          ) : (
            <Notice icon={<ContactIcon size={26} />} title="No contacts yet" action={add}>
              Add a contact, or import a CSV file with a column of phone numbers.
            </Notice>
          )
        }
      />
    </Page>
  );
}
