import { parseDecision, type ApprovalWords } from '@textloom/shared/connector/parseDecision';
import { schema, type Infer, type Message } from '@textloom/shared/contract';

/** Says in one word how the wait for a reply ended. The service itself handles HELP and START. */
const outcome = schema({
  type: 'string',
  title: 'Outcome',
  enum: [
    'replied',
    'approved',
    'declined',
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
    description: 'Whether the reply approves; null if the step has no words that decide',
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
  return keyword ?? 'replied';
}

/** Returns the values of all fields of an outcome. */
export const toOutcome = (outcome: Outcome, { approve, decline }: ApprovalWords) => ({
  outcome,
  approved: approve.length + decline.length > 0 ? outcome === 'approved' : null,
  opted_out: outcome === 'opted_out',
});
