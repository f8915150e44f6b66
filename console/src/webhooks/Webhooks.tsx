import { Button } from '@mantine/core';
import { contract, type Webhook } from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { usePages } from '../api/queries.ts';
import { PlusIcon, WebhookIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { linkTo } from '../route.ts';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { Page } from '../ui/Page.tsx';
import { toTable } from '../ui/toTable.ts';
import { When } from '../ui/When.tsx';
import { patternLabel } from './eventPatterns.ts';
import classes from './Webhooks.module.css';

export function Webhooks() {
  const client = useClient();
  const may = useMay();
  const webhooks = usePages(['webhook', 'list'], client.webhook.list, {});
  const add = may(contract.webhook.create) && (
    <Button component="a" href={linkTo('webhooks', 'new')} leftSection={<PlusIcon size={16} />}>
      New webhook
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      description="Addresses that get events as they happen. n8n and Zapier add their own addresses automatically."
      actions={add}
    >
      <DataTable<Webhook>
        label="Webhooks"
        columns={columns}
        {...toTable(webhooks)}
        toHref={({ id }) => linkTo('webhooks', id)}
        empty={
          <Notice icon={<WebhookIcon size={26} />} title="No webhooks yet" action={add}>
            Add the address of your program, or turn on a workflow with a Textloom trigger in n8n or
            Zapier.
          </Notice>
        }
      />
    </Page>
  );
}

const columns: readonly Column<Webhook>[] = [
  {
    title: 'Address',
    cell: ({ url }) => (
      <span className={classes.url} title={url}>
        {url}
      </span>
    ),
  },
  { title: 'Events', cell: ({ events }) => eventsIn(events), wide: true },
  { title: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { title: 'Created', cell: ({ created_at }) => <When at={created_at} />, wide: true, end: true },
];

const eventsIn = ([first, ...others]: readonly string[]): string =>
  `${patternLabel(first!)}${others.length > 0 ? ` and ${others.length} more` : ''}`;
