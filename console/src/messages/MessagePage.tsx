import { Alert, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { contract, messageSchema, type Message } from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { ChangeTime } from '../form/ChangeTime.tsx';
import { labelValue } from '../form/labels.ts';
import { WarningIcon } from '../icons.tsx';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { linkTo } from '../route.ts';
import { Copyable } from '../ui/Copyable.tsx';
import { Facts } from '../ui/Facts.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { MediaLinks } from '../ui/MediaLinks.tsx';
import { Page } from '../ui/Page.tsx';
import { Section } from '../ui/Section.tsx';
import { Fetched } from '../ui/Fetched.tsx';
import { When } from '../ui/When.tsx';
import classes from './MessagePage.module.css';
import { Timeline } from './Timeline.tsx';
import { describeText } from './describeText.ts';

const back = { label: 'Messages', href: linkTo('messages') };
/** The refresh interval for a message that is on its way, in milliseconds. */
const pollMs = 1_500;

/** Shows the text, the details and the timeline of one message. */
export function MessagePage({ id }: { id: string }) {
  const client = useClient();
  const message = useQuery({
    queryKey: ['message', id],
    queryFn: () => client.message.get({ id }),
    refetchInterval: ({ state }) => (state.data && !isFinal(state.data) ? pollMs : false),
  });
  return (
    <Fetched found={message} title="Message" back={back}>
      {(found) => <Shown message={found} />}
    </Fetched>
  );
}

function Shown({ message }: { message: Message }) {
  const client = useClient();
  const may = useMay();
  const cancel = useAction(() => client.message.cancel({ id: message.id }), {
    toast: 'The message is canceled',
    changes: ['message', 'event'],
  });
  const isInbound = message.direction === 'inbound';
  const peer = formatPhoneNumber(isInbound ? message.from : message.to);
  const isWaiting = message.status === 'scheduled' || message.status === 'queued';
  return (
    <Page
      title={`${isInbound ? 'From' : 'To'} ${peer}`}
      back={back}
      actions={
        <>
          {message.status === 'scheduled' &&
            message.broadcast_id === null &&
            may(contract.message.reschedule) && (
              <ChangeTime
                sendAt={message.send_at}
                reschedule={(send_at) => client.message.reschedule({ id: message.id, send_at })}
                resource="message"
              />
            )}
          {isWaiting && may(contract.message.cancel) && (
            <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancel message
            </Button>
          )}
          {may(contract.message.send) && (
            <Button
              variant="default"
              component="a"
              href={linkTo('messages', 'new', {
                to: isInbound ? message.from : message.to,
                from: isInbound ? message.to : message.from,
              })}
            >
              {isInbound ? 'Reply' : 'Text again'}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.columns}>
        <div className={classes.side}>
          <Section title="Message" actions={<StatusMark status={message.status} />}>
            <div className={classes.text}>
              {describeText(message)}
              <MediaLinks media={message.media} />
            </div>
            <Stack>
              {message.error && (
                <Alert color="red" icon={<WarningIcon />} title={message.error.message}>
                  {message.error.retryable
                    ? 'Sending it again later may help.'
                    : 'Sending it again unchanged will not help.'}
                  {message.error.carrier_code &&
                    ` The carrier reported ${message.error.carrier_code}.`}
                </Alert>
              )}
              {message.held_reason === 'quiet_hours' && message.status === 'scheduled' && (
                <Alert color="iris" icon={<WarningIcon />} title="Held for quiet hours">
                  This message waits until quiet hours end in the recipient’s time zone.
                </Alert>
              )}
              <Details message={message} />
            </Stack>
          </Section>
        </div>
        <Section title="Timeline">
          <Timeline message={message} isFinal={isFinal(message)} />
        </Section>
      </div>
    </Page>
  );
}

const { labels } = messageSchema.properties.encoding;

const Details = ({ message }: { message: Message }) => (
  <Facts
    facts={[
      ['From', formatPhoneNumber(message.from)],
      ['To', formatPhoneNumber(message.to)],
      ['Segments', `${message.segments.toLocaleString()} · ${labels[message.encoding]}`],
      ['Purpose', labelValue(message.purpose, messageSchema.properties.purpose.labels)],
      ['Country', message.country],
      ['Sent as', message.sent_text],
      ['Scheduled for', message.send_at && <When at={message.send_at} />],
      ['Expires', message.expires_at && !isFinal(message) && <When at={message.expires_at} />],
      [
        'Contact',
        message.contact_id && <a href={linkTo('contacts', message.contact_id)}>Show contact</a>,
      ],
      [
        'Campaign',
        message.campaign_id && (
          <a href={linkTo('registrations', message.campaign_id)}>Show registration</a>
        ),
      ],
      [
        'In reply to',
        message.in_reply_to && <a href={linkTo('messages', message.in_reply_to)}>Show message</a>,
      ],
      ['Reference', message.reference],
      ...Object.entries(message.metadata).map(([name, value]) => [name, value] as const),
      ['ID', <Copyable value={message.id} what="ID" />],
    ]}
  />
);

const isFinal = ({ status, final_at }: Message): boolean =>
  final_at !== null || status === 'received';
