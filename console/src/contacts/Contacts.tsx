import { Button } from '@mantine/core';
import { contract, limits, type Contact, type Input } from '@textloom/shared/contract';
import { useState } from 'react';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { usePages } from '../api/queries.ts';
import { toFieldErrors } from '../form/fieldErrors.ts';
import { ContactIcon, ImportIcon, PlusIcon } from '../icons.tsx';
import { useListOptions } from '../lists/useListOptions.ts';
import { Notice } from '../Notice.tsx';
import { goTyping } from '../navigate.ts';
import { toContactSearch } from '../filters/toSearch.ts';
import { pick } from '../pick.ts';
import { linkTo, type Query } from '../route.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { DownloadCsv } from '../filters/DownloadCsv.tsx';
import { Filters } from '../filters/Filters.tsx';
import { Page } from '../ui/Page.tsx';
import { toTable } from '../ui/toTable.ts';
import { contactColumns } from './contactColumns.tsx';
import { contactsToCsv } from './contactsToCsv.ts';

const { limit, cursor, phone, email, ...filters } = contract.contact.list.input.properties;

export function Contacts({ query }: { query: Query }) {
  const client = useClient();
  const may = useMay();
  const lists = useListOptions();
  const chosen = pick(query, Object.keys(filters));
  const [refused, setRefused] = useState<string>();
  // A search compares contact after contact. A whole number or address needs none.
  const search: Input<typeof contract.contact.list> = toContactSearch(chosen, refused);
  const contacts = usePages(['contact', 'list'], client.contact.list, search);
  const fieldErrors = toFieldErrors(contacts.error);
  // Part of a number can look like a whole one, so the page searches for it instead.
  const exact = search.phone ?? search.email;
  if (('/phone' in fieldErrors || '/email' in fieldErrors) && exact !== refused) setRefused(exact);
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
    <Page
      title="Contacts"
      description="The people that you text, and their consent."
      actions={
        <>
          <DownloadCsv
            file="contacts.csv"
            noun="contact"
            list={client.contact.list}
            search={search}
            toCsv={contactsToCsv}
            disabled={!contacts.rows?.length && !contacts.hasNextPage}
          />
          {add}
        </>
      }
    >
      <Filters
        schemas={filters}
        first={['status', 'list_id']}
        searchHint="Name, phone number or email"
        query={chosen}
        onChange={(next, isTyping) => goTyping(linkTo('contacts', undefined, next), isTyping)}
        fieldErrors={fieldErrors}
        options={{ list_id: lists }}
      />
      <DataTable<Contact>
        label="Contacts"
        columns={contactColumns}
        {...toTable(contacts, search.search === undefined ? undefined : limits.searchedContacts)}
        toHref={({ id }) => linkTo('contacts', id)}
        empty={
          Object.keys(chosen).length > 0 ? (
            <Notice
              icon={<ContactIcon size={26} />}
              title="No contact matches"
              action={
                <Button variant="default" component="a" href={linkTo('contacts')}>
                  Clear the filters
                </Button>
              }
            >
              Remove a filter, or search for a part of the name.
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
