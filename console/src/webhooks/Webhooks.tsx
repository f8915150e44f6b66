import { Button, Text } from '@mantine/core';
import { contract, type Webhook } from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { usePages } from '../api/queries.ts';
import { PlusIcon, WebhookIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { linkTo } from '../route.ts';
import { Caption } from '../ui/Caption.tsx';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { Page } from '../ui/Page.tsx';
import { toTable } from '../ui/toTable.ts';
import { When } from '../ui/When.tsx';
import { shortUrl } from './shortUrl.ts';
import { describeEvents } from './eventPatterns.ts';
import classes from './Webhooks.module.css';

export function Webhooks() {
  const client = useClient();
  const may = useMay();
  const webhooks = usePages(['webhook', 'list'], client.webhook.list, {}, { pollMs: 10_000 });
  const add = may(contract.webhook.create) && (
    <Button component="a" href={linkTo('webhooks', 'new')} leftSection={<PlusIcon size={16} />}>
      New webhook
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      description="URLs that receive events as they happen. n8n and Zapier add their own URLs automatically."
      actions={add}
    >
      <DataTable<Webhook>
        label="Webhooks"
        columns={columns}
        {...toTable(webhooks)}
        toHref={({ id }) => linkTo('webhooks', id)}
        empty={
          <Notice icon={<WebhookIcon size={26} />} title="No webhooks yet" action={add}>
            Add the URL of your program, or turn on a workflow with a Textloom trigger in n8n or
            Zapier.
          </Notice>
        }
      />
    </Page>
  );
}

const columns: readonly Column<Webhook>[] = [
  {
    title: 'URL',
    cell: ({ url, events }) => (
      <>
        <span className={classes.url} title={url}>
          {shortUrl(url)}
        </span>
        <Caption>{describeEvents(events)}</Caption>
      </>
    ),
  },
  { title: 'Events', cell: ({ events }) => describeEvents(events), wide: true },
  { title: 'Status', cell: (webhook) => <Status webhook={webhook} /> },
  { title: 'Created', cell: ({ created_at }) => <When at={created_at} />, wide: true, end: true },
];

const Status = ({ webhook: { status, failing_since, disabled_reason } }: { webhook: Webhook }) =>
  status === 'enabled' && failing_since !== null ? (
    <>
      <StatusMark status="failing" />
      <Text size="xs" c="dimmed">
        since <When at={failing_since} />
      </Text>
    </>
  ) : (
    <>
      <StatusMark status={status} />
      {status === 'disabled' && (
        <Text size="xs" c="dimmed">
          {disabled_reason}
        </Text>
      )}
    </>
  );
