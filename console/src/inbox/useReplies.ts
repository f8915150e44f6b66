import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { doubt } from '@textloom/shared/connector/errors';
import { explain, useClient } from '../api/api.ts';
import { randomKey } from '../api/randomKey.ts';

interface SentReply {
  /** The idempotency key, so that another try never sends a second text. */
  readonly key: string;
  readonly conversation: string;
  readonly text: string;
}

/** A reply that the service has not accepted yet. */
export interface PendingReply extends SentReply {
  /** Why the service did not accept the reply. */
  readonly failure?: string;
}

export interface Replies {
  readonly pending: readonly PendingReply[];
  readonly send: (conversation: string, text: string) => void;
  readonly retry: (reply: PendingReply) => void;
  readonly discard: (reply: PendingReply) => void;
}

/**
 * Sends replies and keeps those that are on their way or failed, in all conversations, until the
 * user reloads the console.
 */
export function useReplies(): Replies {
  const client = useClient();
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: replyKey,
    mutationFn: ({ key, conversation, text }: SentReply) =>
      client.conversation.reply({ id: conversation, text }, { idempotencyKey: key }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['conversation'] });
      void cache.invalidateQueries({ queryKey: ['message'] });
    },
    gcTime: Infinity,
  });
  const pending = useMutationState({
    filters: { mutationKey: replyKey, predicate: ({ state }) => state.status !== 'success' },
    select: ({ state }): PendingReply => ({
      ...(state.variables as SentReply),
      ...(state.error && { failure: explainFailure(state.error) }),
    }),
  });
  const discard = ({ key }: SentReply) => {
    const mutations = cache.getMutationCache();
    for (const mutation of mutations.findAll({ mutationKey: replyKey }))
      if ((mutation.state.variables as SentReply).key === key) mutations.remove(mutation);
  };
  return {
    pending,
    send: (conversation, text) => mutate({ key: randomKey(), conversation, text }),
    retry: ({ key, conversation, text }) => {
      discard({ key, conversation, text });
      mutate({ key, conversation, text });
    },
    discard,
  };
}

const replyKey = ['conversation', 'reply'];

function explainFailure(error: unknown): string {
  const { title, advice } = explain(error);
  // The idempotency key of another try is the same.
  const known = advice.replace(doubt, 'If you try again, the text still arrives only once.');
  return `${title}. ${known}`;
}
