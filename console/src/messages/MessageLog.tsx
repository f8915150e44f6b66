import { Button } from '@mantine/core';
import { contract, type Input, type Message } from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { usePages } from '../api/queries.ts';
import { toFieldErrors } from '../form/fieldErrors.ts';
import { MessageIcon, PlusIcon } from '../icons.tsx';
import { useListOptions } from '../lists/useListOptions.ts';
import { Notice } from '../Notice.tsx';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { go } from '../navigate.ts';
import { pick } from '../pick.ts';
import { useCampaignOptions } from '../registrations/useCampaignOptions.ts';
import { linkTo, type Query } from '../route.ts';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Filters } from '../ui/Filters.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { Page } from '../ui/Page.tsx';
import { toTable } from '../ui/toTable.ts';
import { When } from '../ui/When.tsx';
import { MessageLine } from './MessageLine.tsx';

type Search = Input<typeof contract.message.list>;

const { properties } = contract.message.list.input;
const { limit, cursor, ...filters } = properties;

/** Shows all sent and received messages, newest first. */
export function MessageLog({ query }: { query: Query }) {
  const client = useClient();
  const may = useMay();
  const search = pick(query, Object.keys(filters));
  const isFiltered = Object.keys(search).length > 0;
  const messages = usePages(['message', 'list'], client.message.list, search as Search, {
    pollMs: 5_000,
  });
  const send = may(contract.message.send) && (
    <Button component="a" href={linkTo('messages', 'new')} leftSection={<PlusIcon size={16} />}>
      Send a text
    </Button>
  );
  const fieldErrors = toFieldErrors(messages.error);
  const options = { campaign_id: useCampaignOptions(), list_id: useListOptions() };
  return (
    <Page
      title="Messages"
      description="Sent and received messages. New messages appear automatically."
      actions={send}
    >
      <Filters
        schemas={filters}
        first={['to', 'from', 'direction', 'status']}
        query={search}
        onChange={(next) => go(linkTo('messages', undefined, next))}
        fieldErrors={fieldErrors}
        options={options}
      />
      <DataTable<Message>
        label="Messages"
        columns={columns}
        {...toTable(messages)}
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
              Remove a filter, or choose a longer time.
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
