import { doubt } from '@textloom/shared/connector/errors';
import { isForgotten } from '../api/safeRepeat.ts';
import { forgetDraft, readDraft, writeDraft } from '../session/drafts.ts';

/** A reply that the service has not accepted yet. */
export interface UnsentReply {
  /** The idempotency key, so that another try never sends a second text. */
  readonly key: string;
  readonly conversation: string;
  readonly text: string;
  /** When the user first sent the reply, in milliseconds since the epoch. */
  readonly at: number;
  /** Why the service did not accept the reply. Absent while it is on its way. */
  readonly failure?: string;
  /** Whether a try may have arrived, which another try can settle. */
  readonly mayHaveArrived?: boolean;
}

export type Change = (replies: readonly UnsentReply[]) => readonly UnsentReply[];

export const withReply =
  (reply: UnsentReply): Change =>
  (replies) => [...without(reply.key)(replies), reply];

/** Never adds a reply, because it can fail after the user has signed out. */
export const withFailure =
  (key: string, failure: string, mayHaveArrived: boolean): Change =>
  (replies) =>
    replies.map((reply) => (reply.key === key ? { ...reply, failure, mayHaveArrived } : reply));

export const without =
  (key: string): Change =>
  (replies) =>
    replies.filter((reply) => reply.key !== key);

/** Returns the replies after a reload, which ended those that were on their way. */
export const readUnsent = (account: string): readonly UnsentReply[] =>
  stored(account).map((reply) =>
    reply.failure === undefined ? { ...reply, failure: interrupted, mayHaveArrived: true } : reply,
  );

/** Changes the replies that survive a reload. */
export function storeUnsent(account: string, change: Change): void {
  const replies = change(stored(account));
  if (replies.length === 0) forgetDraft(account, draft);
  else writeDraft(account, draft, replies);
}

/** Returns true if the service refused a reply, so that the user can send another text instead. */
export const isRefused = ({ failure, mayHaveArrived = false }: UnsentReply): boolean =>
  failure !== undefined && !mayHaveArrived;

const draft = 'unsent replies';
const interrupted = 'The page closed before the service responded.';

const stored = (account: string) => (readDraft(account, draft) ?? []) as readonly UnsentReply[];

/** Explains why a reply was not sent. The service knows its idempotency key only for some time. */
export function explainUnsent(
  failure: string,
  { at, mayHaveArrived = false }: UnsentReply,
  now: number,
): string {
  if (!mayHaveArrived) return failure;
  const advice = isForgotten(at, now)
    ? doubt
    : 'If you try again, the text still arrives only once.';
  return `${failure.replace(` ${doubt}`, '')} ${advice}`;
}
