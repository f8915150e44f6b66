import { Alert, Anchor, Button, ColorSwatch, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { contract, type Broadcast } from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { refetchWhile, useAction } from '../api/queries.ts';
import { ChangeTime } from '../form/ChangeTime.tsx';
import { labelValue } from '../form/labels.ts';
import { WarningIcon } from '../icons.tsx';
import { useListNames } from '../lists/useListNames.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { plural } from '../plural.ts';
import { linkTo, type Query } from '../route.ts';
import { Copyable } from '../ui/Copyable.tsx';
import { Confirm } from '../ui/Dialog.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Fetched } from '../ui/Fetched.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import message from '../ui/message.module.css';
import { Page } from '../ui/Page.tsx';
import { Section } from '../ui/Section.tsx';
import { When } from '../ui/When.tsx';
import { describeAudience } from './describeAudience.ts';
import { stoppedReasons, toShares, wouldStopAgain } from './outcomes.ts';
import { ProgressBar } from './ProgressBar.tsx';
import { Recipients } from './Recipients.tsx';

const back = { label: 'Broadcasts', href: linkTo('broadcasts') };

interface BroadcastPageProps {
  id: string;
  query: Query;
}

export function BroadcastPage({ id, query }: BroadcastPageProps) {
  const client = useClient();
  const found = useQuery({
    queryKey: ['broadcast', 'get', id],
    queryFn: ({ signal }) => client.broadcast.get({ id }, { signal }),
    refetchInterval: refetchWhile(2_000),
  });
  return (
    <Fetched found={found} title="Broadcast" back={back}>
      {(broadcast) => <Shown broadcast={broadcast} query={query} />}
    </Fetched>
  );
}

function Shown({ broadcast, query }: { broadcast: Broadcast; query: Query }) {
  const { id, name, status, stopped_reason, counts, progress } = broadcast;
  const listNames = useListNames();
  return (
    <Page
      title={name}
      back={back}
      mark={<StatusMark status={status} />}
      actions={<Actions broadcast={broadcast} />}
    >
      {stopped_reason !== null && status === 'stopped' && (
        <Alert
          color="red"
          icon={<WarningIcon />}
          title="The service stopped this broadcast"
          mb="md"
        >
          {stoppedReasons[stopped_reason]}
        </Alert>
      )}
      <Section
        title="Progress"
        actions={
          <Anchor size="sm" href={linkTo('messages', undefined, { broadcast_id: id })}>
            Show messages
          </Anchor>
        }
      >
        <Group justify="space-between" gap={4} mb={6}>
          <Text size="sm" fw={550} role="status">
            {broadcast.started_at === null
              ? 'Not started yet'
              : `${progress}% of ${plural(counts.recipients, 'recipient')}`}
          </Text>
          <Text size="sm" c="dimmed">
            {plural(counts.segments, 'segment')} · {plural(counts.replied, 'reply', 'replies')} ·{' '}
            {plural(counts.opted_out, 'opt-out')}
          </Text>
        </Group>
        <ProgressBar broadcast={broadcast} size="xl" />
        {broadcast.next_message_at !== null && (
          <Text size="sm" mt="sm">
            The recipients who are left wait, for example for the end of their quiet hours. The next
            message is due <When at={broadcast.next_message_at} />.
          </Text>
        )}
        <Group gap="md" mt="sm">
          {toShares(counts).map(({ label, color, count }) => (
            <Group key={label} gap={6}>
              <ColorSwatch size={10} color={color} />
              <Text size="sm">
                {label} {count.toLocaleString()}
              </Text>
            </Group>
          ))}
        </Group>
      </Section>
      <Section title="Details">
        <Text size="sm" mb="md" className={message.text}>
          {broadcast.text}
        </Text>
        <Facts
          facts={[
            ['Media', broadcast.media_urls.join(', ')],
            ['From', formatPhoneNumber(broadcast.from)],
            ['Audience', describeAudience(broadcast.audience, listNames)],
            ['Purpose', labelValue(broadcast.purpose)],
            [
              'Pace',
              broadcast.messages_per_minute === null
                ? 'As fast as the sender can'
                : `${broadcast.messages_per_minute.toLocaleString()} per minute`,
            ],
            [
              'Stops at',
              `${broadcast.stop_rules.failure_percent}% failed or ${broadcast.stop_rules.opt_out_percent}% opted out`,
            ],
            ['Send time', broadcast.send_at && <When at={broadcast.send_at} />],
            ['Started', broadcast.started_at && <When at={broadcast.started_at} />],
            ['Completed', broadcast.completed_at && <When at={broadcast.completed_at} />],
            ['ID', <Copyable value={id} what="ID" />],
          ]}
        />
      </Section>
      <Recipients id={id} query={query} />
    </Page>
  );
}

function Actions({ broadcast }: { broadcast: Broadcast }) {
  const { id, name, status, stopped_reason } = broadcast;
  const client = useClient();
  const may = useMay();
  const [asking, dialog] = useDisclosure(false);
  const changes = ['broadcast', 'message'] as const;
  const pause = useAction(() => client.broadcast.pause({ id }), {
    toast: 'The broadcast is paused',
    changes,
  });
  const resume = useAction(() => client.broadcast.resume({ id }), {
    toast: 'The broadcast continues',
    changes,
  });
  const cancel = useAction(() => client.broadcast.cancel({ id }), {
    toast: 'The broadcast is canceled',
    changes,
    showsError: true,
    onDone: dialog.close,
  });
  const hasEnded = status === 'completed' || status === 'canceled';
  if (hasEnded || !may(contract.broadcast.cancel)) return null;
  const isStopped = status === 'stopped';
  const canResume = status === 'paused' || (isStopped && !wouldStopAgain(stopped_reason));
  return (
    <>
      {canResume && (
        <Button loading={resume.isPending} onClick={() => resume.mutate()}>
          Resume
        </Button>
      )}
      {!canResume && !isStopped && (
        <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
          Pause
        </Button>
      )}
      {status === 'scheduled' && (
        <ChangeTime
          sendAt={broadcast.send_at}
          reschedule={(send_at) => client.broadcast.reschedule({ id, send_at })}
          resource="broadcast"
        />
      )}
      <Button variant="default" onClick={dialog.open}>
        Cancel broadcast
      </Button>
      <Confirm
        title={`Cancel ${name}?`}
        opened={asking}
        onClose={dialog.close}
        label="Cancel broadcast"
        cancelLabel="Keep it"
        action={cancel}
      >
        Contacts who have no message yet get none. Messages that a carrier already has still arrive.
        You cannot resume a canceled broadcast.
      </Confirm>
    </>
  );
}
