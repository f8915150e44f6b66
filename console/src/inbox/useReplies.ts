import { useQueryClient } from '@tanstack/react-query';
import { doubt } from '@textloom/shared/connector/errors';
import { useCallback, useState } from 'react';
import { explain, useClient } from '../api/api.ts';
import { randomKey } from '../api/randomKey.ts';

/** A reply that the service has not accepted yet. */
export interface PendingReply {
  /** The idempotency key, so that another try never sends a second text. */
  readonly key: string;
  readonly conversation: string;
  readonly text: string;
  /** Why the service did not accept the reply. */
  readonly failure?: string;
}

export interface Replies {
  readonly pending: readonly PendingReply[];
  readonly send: (conversation: string, text: string) => void;
  readonly retry: (reply: PendingReply) => void;
  readonly discard: (reply: PendingReply) => void;
}

/** Sends replies and keeps those that are on their way or failed, in all conversations. */
export function useReplies(): Replies {
  const client = useClient();
  const cache = useQueryClient();
  const [pending, setPending] = useState<readonly PendingReply[]>([]);
  const discard = useCallback(({ key }: PendingReply) => {
    setPending((all) => all.filter((one) => one.key !== key));
  }, []);
  const post = useCallback(
    async ({ failure: _, ...reply }: PendingReply) => {
      const { key, conversation, text } = reply;
      setPending((all) => [...all.filter((one) => one.key !== key), reply]);
      try {
        await client.conversation.reply({ id: conversation, text }, { idempotencyKey: key });
        await cache.invalidateQueries({ queryKey: ['conversation'] });
        void cache.invalidateQueries({ queryKey: ['message'] });
        discard(reply);
      } catch (error) {
        const { title, advice } = explain(error);
        // The idempotency key of another try is the same.
        const known = advice.replace(doubt, 'If you try again, the text still arrives only once.');
        const failed = { ...reply, failure: `${title}. ${known}` };
        setPending((all) => all.map((one) => (one.key === key ? failed : one)));
      }
    },
    [client, cache, discard],
  );
  return {
    pending,
    send: (conversation, text) => void post({ key: randomKey(), conversation, text }),
    retry: (reply) => void post(reply),
    discard,
  };
}
