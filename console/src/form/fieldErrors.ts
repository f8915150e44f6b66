import { ApiError } from '@textloom/shared/client';
import type { Values } from './values.ts';
import { shortenDetail, toSentence } from '@textloom/shared/connector/errors';

/** Maps JSON Pointers to the errors of the fields of a form. */
export type FieldErrors = Readonly<Record<string, string>>;

export const toFieldErrors = (error: unknown): FieldErrors =>
  error instanceof ApiError
    ? Object.fromEntries(
        error.fieldErrors.map((one) => [one.pointer, detailToSentence(shortenDetail(one))]),
      )
    : {};

/**
 * Returns only the errors of fields that still have the value that the service refused. A message
 * such as "Is required." disappears when the user fills the field.
 */
export const withoutChanged = (
  errors: FieldErrors,
  refused: Values,
  current: Values,
): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([pointer]) =>
        JSON.stringify(valueAt(refused, pointer)) === JSON.stringify(valueAt(current, pointer)),
    ),
  );

/** Returns the value that a JSON Pointer points to. An empty text counts as no value. */
const valueAt = (values: Values, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (value as Values | null | undefined)?.[name], values) ||
  undefined;

/** Turns a detail such as "must be …", which follows the name of its field, into a sentence. */
export const detailToSentence = (detail: string): string =>
  toSentence(detail.charAt(0).toUpperCase() + detail.slice(1));
