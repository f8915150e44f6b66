import { Text, VisuallyHidden } from '@mantine/core';
import { contract, type BroadcastRecipient, type Input } from '@textloom/shared/contract';
import { useClient } from '../api/api.ts';
import { usePages } from '../api/queries.ts';
import { toFieldErrors } from '../form/fieldErrors.ts';
import { ContactIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { goTyping } from '../navigate.ts';
import { pick } from '../pick.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { linkTo, type Query } from '../route.ts';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Filters } from '../filters/Filters.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { Section } from '../ui/Section.tsx';
import { toTable } from '../ui/toTable.ts';
import { skippedReasons } from './outcomes.ts';

type Search = Omit<Input<typeof contract.broadcast.recipients>, 'id'>;
type Row = BroadcastRecipient & { readonly id: string };
const { status } = contract.broadcast.recipients.input.properties;

/** Lists who gets a broadcast, and what became of their messages. */
export function Recipients({ id, query }: { id: string; query: Query }) {
  const client = useClient();
  const search: Search = pick(query, ['status']);
  const found = usePages(
    ['broadcast', `recipients ${id}`],
    client.broadcast.recipients,
    { id, ...search },
    { pollMs: 5_000 },
  );
  const rows = found.rows?.map((row) => ({ ...row, id: row.phone }));
  return (
    <Section title="Recipients" plain>
      <Filters
        schemas={{ status }}
        first={['status']}
        query={search as Query}
        onChange={(next, isTyping) => goTyping(linkTo('broadcasts', id, next), isTyping)}
        fieldErrors={toFieldErrors(found.error)}
      />
      <DataTable<Row>
        label="Recipients"
        columns={columns}
        {...toTable({ ...found, rows })}
        toHref={({ contact_id }) => linkTo('contacts', contact_id)}
        empty={
          search.status === undefined ? (
            <Notice icon={<ContactIcon size={26} />} title="No recipients">
              The recipients appear when the broadcast starts.
            </Notice>
          ) : (
            <Notice icon={<ContactIcon size={26} />} title="No recipient matches">
              Choose another status.
            </Notice>
          )
        }
      />
    </Section>
  );
}

const columns: readonly Column<Row>[] = [
  { title: 'Recipient', cell: ({ phone }) => formatPhoneNumber(phone) },
  {
    title: 'Status',
    cell: ({ status, message_status, skipped_reason }) => (
      <>
        <StatusMark status={message_status ?? status} />
        {skipped_reason !== null && (
          <Text span display="block" size="xs" c="dimmed">
            {skippedReasons[skipped_reason]}
          </Text>
        )}
      </>
    ),
  },
  {
    title: 'Message',
    end: true,
    cell: ({ message_id }) =>
      message_id && (
        <a href={linkTo('messages', message_id)}>
          Show<VisuallyHidden> the message</VisuallyHidden>
        </a>
      ),
  },
];
