import { Button, Text } from '@mantine/core';
import type { Client } from '@textloom/shared/client';
import { contract, limits, messageSchema, type Message } from '@textloom/shared/contract';
import { useState } from 'react';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { objectsToCsv } from '../csv.ts';
import { usePages } from '../api/queries.ts';
import { toFieldErrors } from '../form/fieldErrors.ts';
import { MessageIcon, PlusIcon } from '../icons.tsx';
import { useListOptions } from '../lists/useListOptions.ts';
import { Notice } from '../Notice.tsx';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { goTyping } from '../navigate.ts';
import { pick } from '../pick.ts';
import { useCampaignOptions } from '../registrations/useCampaignOptions.ts';
import { linkTo, type Query } from '../route.ts';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { DownloadCsv } from '../filters/DownloadCsv.tsx';
import { useBroadcastOptions } from '../broadcasts/useBroadcastOptions.ts';
import { useContactOption } from '../contacts/useContactOption.ts';
import { Filters } from '../filters/Filters.tsx';
import { toSearch } from '../filters/toSearch.ts';
import { StatusMark } from '../ui/Mark.tsx';
import { Page } from '../ui/Page.tsx';
import { toTable } from '../ui/toTable.ts';
import { When } from '../ui/When.tsx';
import { MessageLine } from './MessageLine.tsx';

type Search = Parameters<Client['message']['list']>[0];

const { properties } = contract.message.list.input;
const { limit, cursor, phone, ...others } = properties;
/** People choose one status. */
const filters = { ...others, status: properties.status.items };

/** Shows all sent and received messages, newest first. */
export function MessageLog({ query }: { query: Query }) {
  const client = useClient();
  const may = useMay();
  const chosen = pick(query, [...Object.keys(filters), 'in']);
  const isFiltered = Object.keys(chosen).length > 0;
  const [refused, setRefused] = useState<string>();
  const search: Search = toSearch(chosen, refused);
  const messages = usePages(['message', 'list'], client.message.list, search, {
    // A search reads more rows than a list.
    pollMs: search.search === undefined ? 5_000 : 15_000,
  });
  const send = may(contract.message.send) && (
    <Button component="a" href={linkTo('messages', 'new')} leftSection={<PlusIcon size={16} />}>
      Send a text
    </Button>
  );
  const fieldErrors = toFieldErrors(messages.error);
  // Part of a number can look like a whole one, so the page searches for it instead.
  if ('/phone' in fieldErrors && search.phone !== refused) setRefused(search.phone);
  const options = {
    campaign_id: useCampaignOptions(),
    list_id: useListOptions(),
    broadcast_id: useBroadcastOptions(),
    contact_id: useContactOption(query.contact_id),
  };
  return (
    <Page
      title="Messages"
      description="Sent and received messages. New messages appear automatically."
      actions={
        <>
          <DownloadCsv
            file="messages.csv"
            noun="message"
            list={client.message.list}
            search={search}
            toCsv={(rows) => objectsToCsv(messageSchema, rows)}
            disabled={!messages.rows?.length && !messages.hasNextPage}
          />
          {send}
        </>
      }
    >
      <Filters
        schemas={filters}
        first={['direction', 'status']}
        searchHint="Number or words of a text"
        query={chosen}
        onChange={(next, isTyping) => goTyping(linkTo('messages', undefined, next), isTyping)}
        fieldErrors={fieldErrors}
        options={options}
      />
      {search.phone !== undefined && (
        <Text size="sm" c="dimmed" mb="md">
          These are the messages to or from this number.{' '}
          <a href={linkTo('messages', undefined, { ...chosen, in: 'text' })}>
            Search the texts for it instead
          </a>
        </Text>
      )}
      <DataTable<Message>
        label="Messages"
        columns={columns}
        {...toTable(messages, search.search === undefined ? undefined : limits.searchedMessages)}
        toHref={({ id }) => linkTo('messages', id)}
        empty={
          isFiltered ? (
            <Notice
              icon={<MessageIcon size={26} />}
              title="No message matches"
              action={
                <Button variant="default" component="a" href={linkTo('messages')}>
                  Clear the filters
                </Button>
              }
            >
              Remove a filter, or search for a part of the text.
            </Notice>
          ) : (
            <Notice icon={<MessageIcon size={26} />} title="No messages yet" action={send}>
              Send your first text from here, from n8n, from Zapier or through the API. The text and
              its replies appear here immediately.
            </Notice>
          )
        }
      />
    </Page>
  );
}

const columns: readonly Column<Message>[] = [
  { title: 'Message', cell: (message) => <MessageLine message={message} /> },
  { title: 'From', cell: ({ from }) => formatPhoneNumber(from), wide: true },
  { title: 'To', cell: ({ to }) => formatPhoneNumber(to), wide: true },
  { title: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { title: 'Created', cell: ({ created_at }) => <When at={created_at} />, wide: true, end: true },
];
