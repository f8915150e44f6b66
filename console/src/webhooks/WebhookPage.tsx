import { Alert, Button, Stack, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { contract, type Delivery, type Webhook } from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { refetchWhile, useAction, usePages } from '../api/queries.ts';
import { labelValue } from '../form/labels.ts';
import { WarningIcon, WebhookIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { plural } from '../plural.ts';
import { linkTo } from '../route.ts';
import { Copyable } from '../ui/Copyable.tsx';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Confirm } from '../ui/Dialog.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Fetched } from '../ui/Fetched.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { Page } from '../ui/Page.tsx';
import { Section } from '../ui/Section.tsx';
import { toTable } from '../ui/toTable.ts';
import { When } from '../ui/When.tsx';
import { canJoinTexts } from './BurstField.tsx';
import { ResponseBody, DeliveryMark } from './ResponseBody.tsx';
import { RedeliverMissed } from './RedeliverMissed.tsx';
import { RotateSecret } from './RotateSecret.tsx';
import { shortUrl } from './shortUrl.ts';
import { patternLabel } from './eventPatterns.ts';

const back = { label: 'Webhooks', href: linkTo('webhooks') };

export function WebhookPage({ id }: { id: string }) {
  const client = useClient();
  const webhook = useQuery({
    queryKey: ['webhook', id],
    queryFn: () => client.webhook.get({ id }),
    refetchInterval: refetchWhile(10_000),
  });
  return (
    <Fetched found={webhook} title="Webhook" back={back}>
      {(found) => <Shown webhook={found} />}
    </Fetched>
  );
}

function Shown({ webhook }: { webhook: Webhook }) {
  const client = useClient();
  const may = useMay();
  const { id, url, status } = webhook;
  const mayChange = may(contract.webhook.update);
  const [deleting, deletion] = useDisclosure(false);
  const test = useAction(() => client.webhook.test({ id }), {
    toast: 'The test event is on its way, and its delivery appears below',
    changes: ['webhook'],
  });
  const toggle = useAction(
    (wanted: Webhook['status']) => client.webhook.update({ id, status: wanted }),
    {
      toast: (changed) => `The webhook is ${changed.status}`,
      changes: ['webhook'],
    },
  );
  const remove = useAction(() => client.webhook.delete({ id }), {
    toast: 'The webhook is deleted',
    changes: ['webhook'],
    showsError: true,
    opens: () => back.href,
  });
  return (
    <Page
      title={shortUrl(url)}
      back={back}
      actions={
        mayChange && (
          <>
            <Button
              onClick={() => test.mutate()}
              loading={test.isPending}
              disabled={status === 'disabled'}
            >
              Send a test
            </Button>
            <Button variant="default" component="a" href={linkTo('webhooks', id, { edit: 'yes' })}>
              Edit
            </Button>
            <RotateSecret id={id} />
            <Button variant="default" onClick={deletion.open}>
              Delete
            </Button>
          </>
        )
      }
    >
      <Section
        title="Subscription"
        actions={
          mayChange ? (
            <Switch
              label={labelValue(status)}
              labelPosition="left"
              checked={status === 'enabled'}
              disabled={toggle.isPending}
              onChange={({ currentTarget }) =>
                toggle.mutate(currentTarget.checked ? 'enabled' : 'disabled')
              }
            />
          ) : (
            <StatusMark status={status} />
          )
        }
      >
        <Stack>
          {status === 'disabled' && (
            <Alert color="red" icon={<WarningIcon />} title="Nothing is delivered">
              {webhook.disabled_reason ?? 'The webhook is disabled'}. Enable it when its receiver
              responds again. Then you can redeliver the events that it missed.
            </Alert>
          )}
          {status === 'enabled' && webhook.failing_since !== null && (
            <Alert color="red" icon={<WarningIcon />} title="Deliveries fail">
              The receiver has accepted no delivery since <When at={webhook.failing_since} />. The
              service tries again, and disables the webhook after five days without success.
            </Alert>
          )}
          <Copyable value={url} what="URL" wrap />
          <Facts
            facts={[
              ['Events', webhook.events.map(patternLabel).join(', ')],
              ['Quick texts', describeBurst(webhook)],
              ...describeFilters(webhook),
              ['Expires', webhook.expires_at && <When at={webhook.expires_at} />],
              ['Created', <When at={webhook.created_at} />],
              ['Changed', <When at={webhook.updated_at} />],
              ['ID', <Copyable value={id} what="ID" />],
            ]}
          />
        </Stack>
      </Section>
      <Section
        plain
        title="Deliveries"
        actions={
          status === 'enabled' && may(contract.webhook.redeliver) && <RedeliverMissed id={id} />
        }
      >
        <Deliveries webhook={webhook} />
      </Section>
      <Confirm
        title="Delete this webhook?"
        opened={deleting}
        onClose={deletion.close}
        label="Delete webhook"
        action={remove}
      >
        Deliveries to {url} stop, and pending deliveries are dropped. If a program created this
        webhook, it does not notice. To get events again, unpublish and publish the n8n workflow,
        turn the Zap off and on, or deploy the Node-RED flow again. To stop deliveries for a while,
        disable the webhook instead.
      </Confirm>
    </Page>
  );
}

const describeBurst = ({ events, burst_seconds: seconds }: Webhook) =>
  seconds !== null &&
  canJoinTexts(events) &&
  `Joined until no new one comes for ${plural(seconds, 'second')}`;

const describeFilters = ({ filter }: Webhook) =>
  Object.entries(filter ?? {}).map(
    ([name, values]) =>
      [
        `Only ${labelValue(name).toLowerCase()}`,
        values
          .map((value) => (name === 'to' || name === 'from' ? value : labelValue(value)))
          .join(', '),
      ] as const,
  );

function Deliveries({ webhook: { id, status } }: { webhook: Webhook }) {
  const client = useClient();
  const deliveries = usePages(
    ['webhook', 'deliveries'],
    client.webhook.deliveries,
    { id },
    { pollMs: 3_000 },
  );
  return (
    <DataTable<Delivery>
      label="Deliveries"
      columns={columns}
      {...toTable(deliveries)}
      empty={
        <Notice icon={<WebhookIcon size={26} />} title="No deliveries yet">
          {status === 'enabled'
            ? 'Send a test to see the receiver’s response here.'
            : 'Enable the webhook first.'}
        </Notice>
      }
    />
  );
}

const columns: readonly Column<Delivery>[] = [
  { title: 'Response', cell: (delivery) => <DeliveryMark delivery={delivery} /> },
  {
    title: 'Event',
    cell: (delivery) => (
      <>
        {labelValue(delivery.event_type)}
        <ResponseBody delivery={delivery} />
      </>
    ),
  },
  { title: 'Attempt', cell: ({ attempt }) => attempt, wide: true, end: true },
  {
    title: 'Took',
    cell: ({ duration_ms }) => `${duration_ms.toLocaleString()} ms`,
    wide: true,
    end: true,
  },
  { title: 'When', cell: ({ started_at }) => <When exact at={started_at} />, end: true },
];
