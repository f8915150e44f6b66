import { ApiError } from '@textloom/shared/client';
import { detailOf, toSentence } from '@textloom/shared/connector/errors';

/** Maps JSON Pointers to the errors of the fields of a form. */
export type FieldErrors = Readonly<Record<string, string>>;

export const toFieldErrors = (error: unknown): FieldErrors =>
  error instanceof ApiError
    ? Object.fromEntries(
        error.fieldErrors.map((one) => [one.pointer, detailToSentence(detailOf(one))]),
      )
    : {};

/** Turns a detail such as "must be …", which follows the name of its field, into a sentence. */
export const detailToSentence = (detail: string): string =>
  toSentence(detail.charAt(0).toUpperCase() + detail.slice(1));
