import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { errorOfItem } from '@textloom/shared/client';
import { sendInput, type Conversation } from '@textloom/shared/contract';
import { explainInText, useClient } from '../api/api.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { plural } from '../plural.ts';
import { TextBox } from '../ui/TextBox.tsx';

interface ReplyProps {
  conversation: Conversation;
  draft: string;
  onChange: (draft: string) => void;
  onSend: (text: string) => void;
}

/** Lets the user write a reply, and shows how many segments it needs or why it cannot be sent. */
export function Reply({ conversation: { phone, number }, draft, onChange, onSend }: ReplyProps) {
  const input = { to: phone, from: number, text: draft.trim() };
  const { segments, problem, isCurrent } = usePreview(input);
  return (
    <TextBox
      label="Reply"
      sendLabel="Send reply"
      draft={draft}
      onChange={onChange}
      onSend={onSend}
      disabled={problem !== undefined && isCurrent}
      failure={problem && explainInText(problem)}
      maxLength={sendInput.properties.text.maxLength}
    >
      From {formatPhoneNumber(number)}
      {segments !== undefined && <span role="status">· {plural(segments, 'segment')}</span>}
    </TextBox>
  );
}

/**
 * Returns the segments of a text after a short pause in typing, and why nobody can send it. Other
 * problems can end before the user sends the text.
 */
function usePreview(input: { to: string; from: string; text: string }) {
  const client = useClient();
  const [settled] = useDebouncedValue(input.text, 300);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['message', 'preview', { ...input, text: settled }],
    queryFn: ({ signal }) => client.message.preview({ ...input, text: settled }, { signal }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  if (input.text === '' || !data) return {};
  const error = errorOfItem(data.problem, sendInput);
  const isAboutText = error?.fieldErrors.some(({ pointer }) => pointer === '/text');
  return {
    segments: data.segments ?? undefined,
    problem: isAboutText ? error : undefined,
    /** Whether this is the preview of the whole text, and not of a version before it. */
    isCurrent: settled === input.text && !isPlaceholderData,
  };
}
