import { contract, type Input, type Verification } from '@textloom/shared/contract';
import { useClient } from '../api/api.ts';
import { usePages } from '../api/queries.ts';
import { toFieldErrors } from '../form/fieldErrors.ts';
import { VerificationIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { goTyping } from '../navigate.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { pick } from '../pick.ts';
import { linkTo, type PageProps } from '../route.ts';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Filters } from '../filters/Filters.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { Page } from '../ui/Page.tsx';
import { toTable } from '../ui/toTable.ts';
import { When } from '../ui/When.tsx';
import { Prefixes } from './Prefixes.tsx';

type Search = Input<typeof contract.verification.list>;
const { limit, cursor, ...filters } = contract.verification.list.input.properties;

/** Shows the codes that the account sent, and the ranges of numbers that got them. */
export default function VerificationsPage({ route: { query } }: PageProps) {
  const client = useClient();
  const search: Search = pick(query, Object.keys(filters));
  const found = usePages(['verification', 'list'], client.verification.list, search, {
    pollMs: 5_000,
  });
  return (
    <Page
      title="Verifications"
      description="Codes that prove that a person has a phone number. n8n, Zapier or your own program sends and checks them."
    >
      <Filters
        schemas={filters}
        first={['to', 'status']}
        query={query}
        onChange={(next, isTyping) => goTyping(linkTo('verifications', undefined, next), isTyping)}
        fieldErrors={toFieldErrors(found.error)}
      />
      <DataTable<Verification>
        label="Verifications"
        columns={columns}
        {...toTable(found)}
        empty={
          Object.keys(search).length > 0 ? (
            <Notice icon={<VerificationIcon size={26} />} title="No verification matches">
              Phone numbers must be complete.
            </Notice>
          ) : (
            <Notice icon={<VerificationIcon size={26} />} title="No verifications yet">
              Send a code with the operation Send Code in n8n, the action Send Verification Code in
              Zapier, or POST /verifications.
            </Notice>
          )
        }
      />
      <Prefixes />
    </Page>
  );
}

const columns: readonly Column<Verification>[] = [
  { title: 'To', cell: ({ to }) => formatPhoneNumber(to) },
  { title: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  {
    title: 'Attempts left',
    cell: ({ status, attempts_left }) => status === 'pending' && attempts_left.toLocaleString(),
    wide: true,
    end: true,
  },
  { title: 'Sent', cell: ({ created_at }) => <When at={created_at} />, wide: true, end: true },
  { title: 'Expires', cell: ({ expires_at }) => <When at={expires_at} />, wide: true, end: true },
];
