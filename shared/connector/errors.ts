import type { ApiError, FieldError } from '../client/index.ts';

/** The source of an error, which decides how a host handles it. */
export type ErrorKind =
  /** The connector sent a request that the API does not accept, which is a defect of the connector. */
  | 'connector'
  /** The API key or its scope is wrong. */
  | 'credential'
  /** The settings of the account or of the connection are wrong. */
  | 'configuration'
  /** The service or the network fails temporarily. */
  | 'temporary'
  /** The host sends too many requests. */
  | 'rate_limit'
  /** The input of this run is wrong. */
  | 'input';

export const errorKinds = {
  malformed_request: 'connector',
  malformed_json: 'connector',
  invalid_cursor: 'input',
  invalid_idempotency_key: 'connector',
  unauthenticated: 'credential',
  insufficient_scope: 'credential',
  operator_only: 'credential',
  not_found: 'input',
  unknown_path: 'configuration',
  method_not_allowed: 'connector',
  request_timeout: 'temporary',
  idempotency_in_progress: 'temporary',
  not_cancelable: 'input',
  purchase_pending: 'input',
  status_conflict: 'input',
  number_in_use: 'input',
  cannot_revoke_current_key: 'input',
  key_already_rotated: 'input',
  last_admin_key: 'input',
  limit_reached: 'input',
  webhook_disabled: 'input',
  link_expired: 'input',
  payload_too_large: 'input',
  unsupported_media_type: 'connector',
  validation_failed: 'input',
  idempotency_key_reused: 'input',
  recipient_opted_out: 'input',
  sender_not_owned: 'configuration',
  unregistered_sender: 'configuration',
  no_route: 'input',
  media_not_supported: 'input',
  recipient_not_allowed: 'input',
  daily_limit_reached: 'configuration',
  verification_blocked: 'input',
  opt_in_required: 'input',
  too_many_verifications: 'input',
  rate_limited: 'rate_limit',
  headers_too_large: 'input',
  internal_error: 'temporary',
  unavailable: 'temporary',
  unconfirmed: 'temporary',
  network_error: 'temporary',
  no_response: 'temporary',
  gateway_error: 'temporary',
  blocked: 'configuration',
  redirected: 'configuration',
  newer_error: 'input',
  unexpected_response: 'configuration',
  aborted: 'input',
} as const satisfies Record<ApiError['code'], ErrorKind>;

/** A host's own wording of an error, for users whom the wording of the API does not fit. */
export interface Wording {
  /** Says what happened, without a period. */
  readonly happened?: string;
  /** Says what to do next, as a sentence. */
  readonly remedy?: string;
}
/** Maps error codes to the wordings of a host. */
export type Wordings = { readonly [code in ApiError['code']]?: Wording };

export interface Explanation {
  /** Says what happened: one phrase for each field error, or one for the whole request. */
  readonly problems: readonly string[];
  /** Says what to do next, as a sentence. */
  readonly remedy: string;
}

/** Follows what happened if it is unknown what the service did. */
export const doubt = 'The service may have carried out the request, so check before you repeat it.';

/**
 * Explains what happened and what to do next, in the words of the host if it has any.
 *
 * @param labelField the label of the field at a path of the input, such as `['consent', 'at']`
 */
export function explainError(
  error: Pick<ApiError, 'message' | 'remedy' | 'fieldErrors' | 'mayHaveRun'>,
  { happened = withoutRemedy(error), remedy }: Wording,
  labelField: (path: readonly string[]) => string,
): Explanation {
  const problems = error.fieldErrors.map(
    (fieldError) =>
      `${labelField(fieldError.pointer.split('/').slice(1))} ${shortenDetail(fieldError)}`,
  );
  return {
    problems: problems.length > 0 ? problems : [happened],
    remedy: error.mayHaveRun ? [doubt, remedy].join(' ').trim() : (remedy ?? error.remedy),
  };
}

/**
 * Returns what is wrong with a field, without the name of the field that could replace it. The form
 * may not show that field, or shows it under its label.
 */
export const shortenDetail = ({ code, detail }: Pick<FieldError, 'code' | 'detail'>): string =>
  alternatives.includes(code) && detail.startsWith('is required') ? 'is required' : detail;
const alternatives: readonly string[] = ['exactly_one', 'at_least_one'];

/**
 * Removes the remedy from the message of an error, because a host shows it elsewhere or in other
 * words.
 */
const withoutRemedy = ({ message, remedy }: Pick<ApiError, 'message' | 'remedy'>): string =>
  message.replace(remedy, '').trim().replace(/\.$/, '');

/** Joins what happened and what to do next to sentences. */
export const toSentences = ({ problems, remedy }: Explanation): string =>
  [...problems.map(toSentence), remedy].join(' ');

/**
 * Finds the label of the field at a path. A path leads to a separate field, such as `consent_at`, or
 * into a field, such as `metadata`. The path of a filter contains more than the name of the field.
 */
export const labelAt = (
  path: readonly string[],
  findField: (name: string) => { readonly label?: string | undefined } | undefined,
): string =>
  [path.join('_'), ...path].flatMap((name) => findField(name) ?? [])[0]?.label ?? path.join('/');

/** Returns the names in a path, without the positions in lists. */
export const namesIn = (path: readonly string[]): string[] =>
  path.filter((part) => /\D/.test(part));

export const toSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
