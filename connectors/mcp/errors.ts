import type { CallToolResult } from '@modelcontextprotocol/server';
import { ApiError } from '@textloom/shared/client';
import { reusedKey } from '@textloom/shared/connector/deduplicate';
import { harmlessText } from './output/harmless.ts';
import { explainError, toSentences, type Wordings } from '@textloom/shared/connector/errors';

const repeat =
  'You can repeat the call with the same arguments: the service does not carry it out twice.';
const fix = 'the operator to correct the settings of this MCP server.';
const operator = `Ask ${fix}`;

/** Replaces the advice of the API for errors with advice that an agent can follow. */
const wordings: Wordings = {
  invalid_cursor: { remedy: 'Leave the cursor out to start with the first page.' },
  unauthenticated: { remedy: operator },
  insufficient_scope: { remedy: `${operator} This tool needs an API key with a wider scope.` },
  not_found: { remedy: 'Check the ID. A list or search tool of this server returns valid IDs.' },
  idempotency_in_progress: { remedy: repeat },
  validation_failed: { remedy: 'Correct the argument and call the tool again.' },
  idempotency_key_reused: {
    ...reusedKey,
    happened: 'This "deduplication_key" was used before, for different content',
  },
  recipient_opted_out: { remedy: 'Do not text this person until they reply START.' },
  sender_not_owned: { remedy: 'Call get_account for your numbers, or leave "from" out.' },
  media_not_supported: { remedy: 'Send the text without "media_urls".' },
  daily_limit_reached: { remedy: 'Tell the user. No message can be sent until tomorrow.' },
  opt_in_required: { remedy: 'Do not text this person. Only the person can opt in again.' },
  rate_limited: { remedy: 'Wait, then repeat the call.' },
  unavailable: { remedy: repeat },
  unconfirmed: { remedy: repeat },
  gateway_error: { remedy: repeat },
  no_response: { remedy: repeat },
  network_error: { remedy: `Try again later. If the error persists, ask ${fix}` },
  unexpected_response: { remedy: operator },
  unknown_path: { remedy: operator },
  blocked: { remedy: operator },
  redirected: { remedy: operator },
  aborted: {
    happened: 'The call was stopped, because it took too long or the service stops',
    remedy: repeat,
  },
};

/** Reports a problem to the agent in sentences that say what happened and what to do next. */
export const refusal = (...sentences: readonly string[]): CallToolResult => ({
  content: [{ type: 'text', text: harmlessText(sentences.join(' ')) }],
  isError: true,
});

/** Explains an error to the agent. It never shows an unknown error. */
export const toRefusal = (error: unknown): CallToolResult => refusal(explained(error));

export function explained(error: unknown): string {
  if (!(error instanceof ApiError))
    return 'Something went wrong in this MCP server. Tell the user, and do not repeat the call.';
  const explanation = explainError(error, wordings[error.code] ?? {}, quotePath);
  const wait = error.retryAfter === undefined ? '' : ` Wait ${error.retryAfter} seconds first.`;
  return `${toSentences(explanation)}${wait}`;
}

const quotePath = (path: readonly string[]): string => `"${path.join('.')}"`;
