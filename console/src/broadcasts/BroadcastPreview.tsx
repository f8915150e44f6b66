import { Alert, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { errorOfItem } from '@textloom/shared/client';
import { contract, type Input, type Output } from '@textloom/shared/contract';
import { explainInText, hasCode, isUnreachable, useClient } from '../api/api.ts';
import { hasIncompleteTime } from '../form/values.ts';
import { WarningIcon } from '../icons.tsx';
import messageClasses from '../messages/NewMessage.module.css';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { plural } from '../plural.ts';
import { Facts } from '../ui/Facts.tsx';
import { Section } from '../ui/Section.tsx';
import { When } from '../ui/When.tsx';
import { skippedReasons } from './outcomes.ts';

type Preview = Output<typeof contract.broadcast.preview>;
type PreviewInput = Input<typeof contract.broadcast.preview>;

export interface ShownPreview {
  /** The last preview, which may be of an earlier version of the broadcast while `isCounting`. */
  readonly data: Preview | undefined;
  readonly error: unknown;
  readonly isCounting: boolean;
}

/**
 * Previews a broadcast after a short pause in typing, if it has an audience and a text, and no half
 * of a time.
 */
export function usePreview(broadcast: Partial<PreviewInput>): ShownPreview {
  const client = useClient();
  const current = JSON.stringify(broadcast);
  const [settled] = useDebouncedValue(current, 500);
  const { audience = {}, ...others } = JSON.parse(settled) as Partial<PreviewInput>;
  const isReady =
    Object.keys(audience).length > 0 &&
    (others.text !== undefined || others.media_urls !== undefined) &&
    !hasIncompleteTime({ ...others, audience });
  const { data, error, isFetching } = useQuery({
    queryKey: ['broadcast', 'preview', settled],
    queryFn: ({ signal }) => client.broadcast.preview({ ...others, audience }, { signal }),
    enabled: isReady,
    placeholderData: isReady ? keepPreviousData : undefined,
    gcTime: 60_000,
    // Previews of earlier versions may still run, and an account runs few at the same time.
    retry: (_count, failure) => hasCode(failure, 'rate_limited'),
    retryDelay: 1_000,
  });
  return { data, error, isCounting: isReady && (isFetching || settled !== current) };
}

/** Says how many people get the broadcast and what the carrier bills. */
export const describeCost = ({ messages, segments }: Preview): string =>
  `${plural(messages, 'person gets', 'people get')} the text (${plural(segments, 'segment')})`;

/** Shows who gets a broadcast, what it costs, and what some of the texts look like. */
export function BroadcastPreview({ data, error, isCounting }: ShownPreview) {
  const problem = data && errorOfItem(data.problem, contract.broadcast.preview.input);
  const shown = problem ?? error;
  // Without a response, nobody knows whether the broadcast would be sent.
  const isUnknown = !problem && isUnreachable(error);
  const isOld = isCounting && (data !== undefined || Boolean(shown));
  return (
    <div className={messageClasses.preview}>
      <Section
        title="Preview"
        actions={
          isOld && (
            <Text size="sm" c="dimmed">
              Counting again …
            </Text>
          )
        }
      >
        <div aria-live="polite">
          {Boolean(shown) && (
            <Alert
              color={isUnknown ? 'gray' : 'red'}
              icon={<WarningIcon />}
              title={
                isUnknown ? 'There is no preview right now' : 'This broadcast would not be sent'
              }
              mb="md"
            >
              {explainInText(shown)}
            </Alert>
          )}
          {!data && !shown && (
            <Text size="sm" c="dimmed">
              {isCounting
                ? 'Counting the audience …'
                : 'Choose an audience and write a text to see who gets it and what it costs.'}
            </Text>
          )}
          {data && (
            <Facts
              facts={[
                ['In the audience', data.recipients.toLocaleString()],
                ['Get a message', data.messages.toLocaleString()],
                ['Wait for the end of quiet hours', data.held > 0 && data.held.toLocaleString()],
                ['First message', data.next_message_at && <When at={data.next_message_at} />],
                ['Segments', data.segments.toLocaleString()],
                [
                  'Get no message',
                  data.skipped.length > 0 &&
                    data.skipped.map(({ reason, count }) => (
                      <div key={reason}>
                        {skippedReasons[reason]}: {count.toLocaleString()}
                      </div>
                    )),
                ],
              ]}
            />
          )}
        </div>
        {data?.samples.map(({ contact_id, phone, text, segments }) => (
          <div key={contact_id}>
            <Text size="xs" c="dimmed" mt="md" mb={4}>
              {formatPhoneNumber(phone)} · {plural(segments, 'segment')}
            </Text>
            <p className={messageClasses.text}>{text}</p>
          </div>
        ))}
      </Section>
    </div>
  );
}
