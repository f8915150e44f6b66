import { Alert } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError, errorOfItem } from '@textloom/shared/client';
import { contract, messageSchema, type Output } from '@textloom/shared/contract';
import { explain, hasCode, isUnreachable, useClient } from '../api/api.ts';
import { detailToSentence } from '../form/fieldErrors.ts';
import { labelField } from '../form/labels.ts';
import { hasIncompleteTime } from '../form/values.ts';
import { WarningIcon } from '../icons.tsx';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { Facts } from '../ui/Facts.tsx';
import { summarize } from '../ui/MediaLinks.tsx';
import { Section } from '../ui/Section.tsx';
import { When } from '../ui/When.tsx';
import classes from './NewMessage.module.css';
import type { NewText } from './NewMessage.tsx';

const { input } = contract.message.send;
const { labels } = messageSchema.properties.encoding;
/** The preview updates after this many milliseconds without a key press. */
const pause = 300;

/** Shows how the service would send a text while the user writes it. */
export function Preview({ text }: { text: NewText }) {
  const client = useClient();
  const [settled] = useDebouncedValue(JSON.stringify(text), pause);
  const input = JSON.parse(settled) as NewText;
  const isEmpty = input.text === undefined && input.media_urls === undefined;
  const isReady = !isEmpty && !hasIncompleteTime(input);
  const preview = useQuery({
    queryKey: ['message', 'preview', settled],
    queryFn: ({ signal }) => client.message.preview(input, { signal }),
    enabled: isReady,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const found = isReady ? preview.data : undefined;
  // A missing number is not an error while the user has not entered it yet.
  const isEarly = !isReady || (input.to === undefined && input.contact_id === undefined);
  const problem = isEarly ? undefined : toProblem(found?.problem, preview.error);
  // Without a preview, for example because the key is too busy, nobody knows whether the text would
  // be sent.
  const isUnknown =
    !found?.problem &&
    (isUnreachable(preview.error) ||
      hasCode(preview.error, 'rate_limited') ||
      hasCode(preview.error, 'internal_error'));
  return (
    <div className={classes.preview}>
      <Section title="Preview">
        <p className={classes.text} data-empty={isEmpty || undefined}>
          {isEmpty ? 'Your text appears here.' : (found?.sent_text ?? summarize(input.text ?? ''))}
        </p>
        <div aria-live="polite">
          {problem && (
            <Alert
              color={isUnknown ? 'gray' : 'red'}
              icon={<WarningIcon />}
              title={isUnknown ? 'There is no preview right now' : 'This text would not be sent'}
              mb="md"
            >
              {problem}
            </Alert>
          )}
          <Facts
            facts={[
              ['Segments', found?.segments?.toLocaleString() ?? '–'],
              ['Encoding', found?.encoding ? labels[found.encoding] : '–'],
              ['Characters', input.text?.length.toLocaleString() ?? '0'],
              ['From', found?.from ? formatPhoneNumber(found.from) : '–'],
              [
                'Send time',
                found ? found.send_at ? <When at={found.send_at} /> : 'Immediately' : '–',
              ],
              ['Held', found?.held_reason && 'For quiet hours'],
            ]}
          />
        </div>
      </Section>
    </div>
  );
}

type Problem = Output<typeof contract.message.preview>['problem'];

/**
 * Explains why the service would not accept the text, because of the account or because of a field.
 */
function toProblem(problem: Problem | undefined, failure: unknown): string | undefined {
  const error = errorOfItem(problem, input) ?? failure;
  if (!error) return undefined;
  const [field] = error instanceof ApiError ? error.fieldErrors : [];
  const name = field?.pointer.slice(1) ?? '';
  if (field && Object.hasOwn(input.properties, name)) {
    const schema = input.properties[name as keyof typeof input.properties];
    return detailToSentence(`${labelField(schema, name)} ${field.detail}`);
  }
  const { title, advice } = explain(error);
  return `${detailToSentence(title)} ${advice}`;
}
