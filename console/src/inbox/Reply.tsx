import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { sendInput, type Conversation } from '@textloom/shared/contract';
import { useClient } from '../api/api.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { plural } from '../plural.ts';
import { useDraft } from '../session/useDraft.ts';
import { TextBox } from '../ui/TextBox.tsx';

interface ReplyProps {
  conversation: Conversation;
  onSend: (text: string) => void;
}

/** Lets the user write a reply, and shows how many segments it needs. */
export function Reply({ conversation: { id, phone, number }, onSend }: ReplyProps) {
  const [draft, setDraft] = useDraft(`reply ${id}`, '');
  const segments = useSegments({ to: phone, from: number, text: draft.trim() });
  return (
    <TextBox
      label="Reply"
      sendLabel="Send reply"
      draft={draft}
      onChange={setDraft}
      onSend={(text) => {
        setDraft('');
        onSend(text);
      }}
      maxLength={sendInput.properties.text.maxLength}
    >
      From {formatPhoneNumber(number)}
      {segments !== undefined && <span role="status">· {plural(segments, 'segment')}</span>}
    </TextBox>
  );
}

/** Returns the segments of a text, after a short pause in typing. */
function useSegments(input: { to: string; from: string; text: string }): number | undefined {
  const client = useClient();
  const [settled] = useDebouncedValue(input.text, 300);
  const { data } = useQuery({
    queryKey: ['message', 'preview', { ...input, text: settled }],
    queryFn: ({ signal }) => client.message.preview({ ...input, text: settled }, { signal }),
    enabled: settled !== '',
    gcTime: 60_000,
  });
  return input.text === '' ? undefined : (data?.segments ?? undefined);
}
