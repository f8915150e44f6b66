import { ApiError } from '@textloom/shared/client';
import { reusedKey } from '@textloom/shared/connector/deduplicate';
import {
  explainError,
  labelAt,
  toSentence,
  toSentences,
  type Wordings,
} from '@textloom/shared/connector/errors';
import { basePath } from '@textloom/shared/contract';
import type { Field } from '../forms/field.ts';

const settings = 'Open the Textloom account in this node,';
const baseUrl = `${settings} and check the base URL. It must end with ${basePath}.`;

/** Replaces the advice of the API for errors with more specific advice for Node-RED. */
const wordings: Wordings = {
  unauthenticated: { remedy: `${settings} and enter a valid API key.` },
  insufficient_scope: { remedy: `${settings} and enter an API key with a wider scope.` },
  validation_failed: { remedy: 'Correct the field, or the property that it reads.' },
  // The other keys depend on the content, so this key comes from the field of the user.
  idempotency_key_reused: reusedKey,
  rate_limited: { remedy: 'Send fewer messages at a time, for example with a delay node.' },
  unavailable: { remedy: 'Try again later.' },
  network_error: { remedy: `${settings} and check the base URL. Check that the service runs.` },
  unexpected_response: { remedy: baseUrl },
  unknown_path: { remedy: baseUrl },
};

/** Says why the service cannot deliver to this Node-RED, and what to do. */
export const cannotDeliver = (reason: string): string =>
  `The service cannot deliver to this Node-RED. ${toSentence(reason)} ${settings} and enter a public address that the service reaches.`;

/** Says what is wrong with the public address, with an example of one in place of a webhook. */
const describeAddress = (detail: string): string =>
  `The public address ${detail.replace(/such as https:[^\s,]+/, 'such as https://node-red.example.com')}`;

/** Says what happened and what to do next, with the labels of the fields. */
export function describeError(error: ApiError, fields: readonly Field[]): string {
  // The URL of a webhook comes from the account, so no field of the node has it.
  if (error.field === 'url') return cannotDeliver(describeAddress(error.fieldErrors[0]!.detail));
  const findField = (name: string) => fields.find((field) => field.name === name);
  return toSentences(
    explainError(error, wordings[error.code] ?? {}, (path) => labelAt(path, findField)),
  );
}

/** Converts an error for Node-RED, which passes it on to Catch nodes and to the log. */
export function nodeError(cause: unknown, fields: readonly Field[]): Error {
  const error =
    cause instanceof ApiError
      ? Object.assign(new Error(describeError(cause, fields)), { code: cause.code })
      : new Error(cause instanceof Error ? cause.message : String(cause));
  // Node-RED shows the name before the message.
  error.name = '';
  // Node-RED passes the stack on with the error, and nobody who reads it knows our code.
  delete error.stack;
  return error;
}
