import { Button, Group, SegmentedControl, Text, VisuallyHidden } from '@mantine/core';
import { contract, type Review } from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { useAction, usePages } from '../api/queries.ts';
import { ReviewIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { go } from '../navigate.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { linkTo, type PageProps } from '../route.ts';
import { Caption } from '../ui/Caption.tsx';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { Mark } from '../ui/Mark.tsx';
import message from '../ui/message.module.css';
import { Page } from '../ui/Page.tsx';
import { toTable } from '../ui/toTable.ts';
import { When } from '../ui/When.tsx';
import { outcomeLabels } from './outcomeLabels.ts';

const views = [
  { value: 'open', label: 'To decide' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'dismissed', label: 'Dismissed' },
] as const;
type Status = Review['status'];

/** Shows the possible opt-outs and opt-ins, and lets a person decide. */
export default function ReviewsPage({ route: { query } }: PageProps) {
  const client = useClient();
  const may = useMay();
  const status: Status = views.find(({ value }) => value === query.status)?.value ?? 'open';
  const reviews = usePages(['review', 'list'], client.review.list, { status }, { pollMs: 5_000 });
  const decides = status === 'open' && may(contract.review.decide);
  return (
    <Page
      title="Review"
      description="Texts that may ask you to stop or start texting. Until you decide, their senders get no broadcasts."
    >
      <SegmentedControl
        aria-label="Reviews to show"
        data={[...views]}
        value={status}
        onChange={(next) => go(linkTo('reviews', undefined, { status: next }))}
        mb="md"
      />
      <DataTable<Review>
        label="Reviews"
        columns={decides ? [...columns, decisionColumn] : [...columns, outcomeColumn]}
        {...toTable(reviews)}
        toHref={({ conversation_id, message_id }) =>
          conversation_id === null
            ? linkTo('messages', message_id)
            : linkTo('inbox', conversation_id)
        }
        empty={
          <Notice icon={<ReviewIcon size={26} />} title={emptyTitles[status]}>
            {status === 'open' &&
              'Clear requests such as STOP take effect immediately. Texts that need your decision appear here.'}
          </Notice>
        }
      />
    </Page>
  );
}

const emptyTitles: Readonly<Record<Status, string>> = {
  open: 'Nothing to review',
  confirmed: 'No confirmed texts',
  dismissed: 'No dismissed texts',
};

const columns: readonly Column<Review>[] = [
  {
    title: 'Text',
    cell: ({ text, explanation, phone }) => (
      <>
        <Text span display="block" size="sm" className={message.text}>
          {text}
        </Text>
        <Text span display="block" size="xs" c="dimmed">
          {explanation}
        </Text>
        <Caption>{formatPhoneNumber(phone)}</Caption>
      </>
    ),
  },
  {
    title: 'From',
    cell: ({ phone }) => formatPhoneNumber(phone),
    wide: true,
  },
  { title: 'Received', cell: ({ created_at }) => <When at={created_at} />, wide: true },
];

const outcomeColumn: Column<Review> = {
  title: 'Decision',
  end: true,
  cell: ({ status, keyword }) => (
    <Mark tone={status === 'confirmed' ? 'error' : 'neutral'}>
      {outcomeLabels[keyword][status]}
    </Mark>
  ),
};

const decisionColumn: Column<Review> = {
  title: 'Decide',
  hiddenTitle: true,
  end: true,
  cell: (review) => <Decide review={review} />,
};

function Decide({ review: { id, keyword, phone } }: { review: Review }) {
  const client = useClient();
  const labels = outcomeLabels[keyword];
  const decide = useAction(
    (decision: 'confirm' | 'dismiss') => client.review.decide({ id, decision }),
    {
      toast: ({ status }) => `${formatPhoneNumber(phone)}: ${labels[status].toLowerCase()}`,
      changes: ['review', 'contact', 'conversation', 'consent', 'message'],
    },
  );
  const isBusy = decide.isPending || decide.isSuccess;
  return (
    <Group gap="xs" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        disabled={isBusy}
        onClick={() => decide.mutate('dismiss')}
      >
        {labels.dismiss}
        <VisuallyHidden>: {formatPhoneNumber(phone)}</VisuallyHidden>
      </Button>
      <Button size="compact-sm" disabled={isBusy} onClick={() => decide.mutate('confirm')}>
        {labels.confirm}
        <VisuallyHidden>: {formatPhoneNumber(phone)}</VisuallyHidden>
      </Button>
    </Group>
  );
}
