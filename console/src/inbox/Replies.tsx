import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useState, type ReactNode } from 'react';
import { useAccount } from '../account.ts';
import { explainInText, useClient } from '../api/api.ts';
import { mayHaveHappened } from '../api/safeRepeat.ts';
import { randomKey } from '../api/randomKey.ts';
import {
  readUnsent,
  storeUnsent,
  withFailure,
  without,
  withReply,
  type Change,
  type UnsentReply,
} from './unsentReplies.ts';

export interface Replies {
  readonly unsent: readonly UnsentReply[];
  readonly send: (conversation: string, text: string) => void;
  readonly retry: (reply: UnsentReply) => void;
  readonly discard: (reply: UnsentReply) => void;
}

const RepliesContext = createContext<Replies | undefined>(undefined);

export function useReplies(): Replies {
  const replies = use(RepliesContext);
  if (!replies) throw new Error('useReplies must be used inside a RepliesProvider');
  return replies;
}

/**
 * Sends replies and keeps those that are on their way or failed, in all conversations, until the
 * user signs out or closes the tab.
 */
export function RepliesProvider({ children }: { children: ReactNode }) {
  const client = useClient();
  const cache = useQueryClient();
  const account = useAccount().id;
  const [unsent, setUnsent] = useState(() => readUnsent(account));
  const change = (next: Change) => {
    setUnsent(next);
    storeUnsent(account, next);
  };
  const { mutate } = useMutation({
    mutationFn: ({ key, conversation, text }: UnsentReply) =>
      client.conversation.reply({ id: conversation, text }, { idempotencyKey: key }),
    onSuccess: async (_, { key }) => {
      storeUnsent(account, without(key));
      await cache.invalidateQueries({ queryKey: ['conversation'] });
      setUnsent(without(key));
      void cache.invalidateQueries({ queryKey: ['message'] });
    },
    onError: (error, { key, mayHaveArrived = false }) =>
      change(withFailure(key, explainInText(error), mayHaveHappened(error, mayHaveArrived))),
  });
  const send = (reply: UnsentReply) => {
    change(withReply(reply));
    mutate(reply);
  };
  const replies: Replies = {
    unsent,
    send: (conversation, text) => send({ key: randomKey(), conversation, text, at: Date.now() }),
    retry: ({ failure, ...reply }) => send(reply),
    discard: ({ key }) => change(without(key)),
  };
  return <RepliesContext value={replies}>{children}</RepliesContext>;
}
