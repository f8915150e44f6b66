import { parseDecision, type ApprovalWords } from '@textloom/shared/connector/parseDecision';
import { schema, type Infer, type Message, type WebhookFilter } from '@textloom/shared/contract';

/** Says in one word how the wait for a reply ended. */
const outcome = schema({
  type: 'string',
  title: 'Outcome',
  enum: [
    'replied',
    'approved',
    'declined',
    'unclear',
    'opted_out',
    'help',
    'start',
    'not_delivered',
    'timed_out',
  ],
  examples: ['replied'],
});
export type Outcome = Infer<typeof outcome>;

export const outcomeFields = {
  outcome,
  approved: {
    type: 'boolean',
    title: 'Approved',
    description:
      'Whether the reply approves; null if the step has no words that decide, or if the reply is unclear',
    nullable: true,
    examples: [null],
  },
  opted_out: { type: 'boolean', title: 'Opted Out', examples: [false] },
} as const;

/** Returns the outcome of a reply. */
export function judgeReply(
  { text, keyword }: Pick<Message, 'text' | 'keyword'>,
  words: ApprovalWords,
): Outcome {
  if (keyword === 'stop') return 'opted_out';
  const decision = parseDecision(text, words);
  if (decision) return decision.approved ? 'approved' : 'declined';
  return keyword ?? (hasWords(words) ? 'unclear' : 'replied');
}

/** Returns true if a reply says neither yes nor no. The service itself handles HELP and START. */
export const isUndecided = (outcome: Outcome): boolean =>
  outcome === 'unclear' || outcome === 'help' || outcome === 'start';

const hasWords = ({ approve, decline }: ApprovalWords): boolean =>
  approve.length + decline.length > 0;

/** Matches the user's words that the service may take for HELP. */
const mayMeanHelp = /^\W*(help|info|ayuda|aide|hilfe|aiuto|ajuda|hulp)/i;

/**
 * Returns the texts that end the wait: all except HELP, to which the service responds. The carrier may
 * take a YES for START.
 */
export const withoutHelp = ({ approve, decline }: ApprovalWords): WebhookFilter =>
  [...approve, ...decline].some((word) => mayMeanHelp.test(word))
    ? {}
    : { keyword: ['none', 'stop', 'start'] };

/** Returns the values of all fields of an outcome. */
export const toOutcome = (outcome: Outcome, words: ApprovalWords) => ({
  outcome,
  // Otherwise, a filter on false would take "Who is this?" for a no.
  approved: hasWords(words) && !isUndecided(outcome) ? outcome === 'approved' : null,
  opted_out: outcome === 'opted_out',
});
