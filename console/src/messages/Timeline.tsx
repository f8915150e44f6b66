import { Skeleton, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { contract, type Input, type Message } from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { useAction, usePages } from '../api/queries.ts';
import { ErrorNotice } from '../Notice.tsx';
import { plural } from '../plural.ts';
import { Until } from '../ui/Until.tsx';
import { When } from '../ui/When.tsx';
import { Deliveries } from './Deliveries.tsx';
import classes from './Timeline.module.css';
import { toSteps, type Step } from './steps.ts';

type Redelivery = Input<typeof contract.event.redeliver>;

interface TimelineProps {
  message: Message;
  isFinal: boolean;
}

/**
 * Refresh intervals in milliseconds: while the message is on its way, and later for the webhooks.
 */
const activePollMs = 1_500;
const idlePollMs = 5_000;

/** Shows the progress of a message step by step, with the deliveries to webhooks. */
export function Timeline({ message, isFinal }: TimelineProps) {
  const client = useClient();
  const may = useMay();
  const pollMs = isFinal ? idlePollMs : activePollMs;
  const events = usePages(
    ['event', 'list'],
    client.event.list,
    { message_id: message.id },
    { limit: 100, pollMs },
  );
  const attempts = usePages(
    ['message', 'attempts'],
    client.message.attempts,
    { id: message.id },
    { limit: 100, pollMs },
  );
  const webhooks = usePages(['webhook', 'list'], client.webhook.list, {}, { limit: 100 });
  // The status of the page and its timeline must not contradict each other until the next poll.
  const refetch = useEffectEvent(() => {
    void events.refetch();
    void attempts.refetch();
  });
  const isNew = useRef(true);
  useEffect(() => {
    if (!isNew.current) refetch();
    isNew.current = false;
  }, [message.sequence]);
  const redeliver = useAction((input: Redelivery) => client.event.redeliver(input), {
    toast: ({ deliveries }) =>
      deliveries === 0
        ? 'Nothing is delivered, because no webhook subscribes to this event, or its receiver has acknowledged it'
        : `The event is on its way to ${plural(deliveries, 'webhook')}`,
    changes: ['event', 'webhook'],
  });
  if (!events.rows) {
    return events.error ? (
      <ErrorNotice error={events.error} onRetry={() => void events.refetch()} />
    ) : (
      <Stack>
        <Skeleton height={14} width="60%" />
        <Skeleton height={14} width="70%" />
        <Skeleton height={14} width="50%" />
      </Stack>
    );
  }
  const steps = toSteps(message, events.rows, attempts.rows);
  return (
    <ol className={classes.timeline} aria-live="polite" aria-relevant="additions">
      {steps.map((step) => (
        <li key={step.key} className={classes.step} data-tone={step.tone}>
          <Head step={step} />
          {step.note && <p className={classes.note}>{step.note}</p>}
          {step.event && (
            <Deliveries
              event={step.event.id}
              webhooks={webhooks.rows}
              pollMs={pollMs}
              {...(may(contract.event.redeliver) && {
                onRedeliver: (webhook) =>
                  redeliver.mutate({
                    id: step.event!.id,
                    ...(webhook !== undefined && { webhook_id: webhook }),
                  }),
              })}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

const Head = ({ step: { title, at, tone } }: { step: Step }) => (
  <div className={classes.head}>
    <span>
      {title}
      {at && tone === 'pending' && (
        <>
          {' '}
          <Until at={at} />
        </>
      )}
    </span>
    {at && <When exact at={at} />}
  </div>
);
