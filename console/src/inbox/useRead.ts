import { useQueryClient } from '@tanstack/react-query';
import { contract, type Conversation, type Message } from '@textloom/shared/contract';
import { useEffect, useRef } from 'react';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';

interface FetchedMessages {
  readonly rows: readonly Message[] | undefined;
  readonly dataUpdatedAt: number;
}

/** Marks the texts as read that a visible page shows. */
export function useRead(
  { id, unread }: Conversation,
  { rows, dataUpdatedAt }: FetchedMessages,
): void {
  const client = useClient();
  const cache = useQueryClient();
  const mayRead = useMay()(contract.conversation.read);
  const lastRead = useRef<string>(undefined);
  const last = rows?.find(({ direction }) => direction === 'inbound')?.id;
  useEffect(() => {
    if (!mayRead || unread === 0 || last === undefined || last === lastRead.current) return;
    if (document.visibilityState !== 'visible') return;
    lastRead.current = last;
    client.conversation
      .read({ id, last_message_id: last })
      .then(() => cache.invalidateQueries({ queryKey: ['conversation'] }))
      .catch(() => {
        lastRead.current = undefined;
      });
    // Each poll tries again, also the first one after the page becomes visible.
  }, [id, unread, last, dataUpdatedAt, mayRead, client, cache]);
}
