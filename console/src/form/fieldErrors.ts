import { ApiError } from '@textloom/shared/client';
import { toSentence } from '@textloom/shared/connector/errors';

/** What is wrong with the fields of a form, by JSON Pointer. */
export type FieldErrors = Readonly<Record<string, string>>;

export const fieldErrorsOf = (error: unknown): FieldErrors =>
  error instanceof ApiError
    ? Object.fromEntries(
        error.fieldErrors.map(({ pointer, code, detail }) => [
          pointer,
          // No form offers what could stand in its place.
          code === 'exactly_one' ? 'Is required.' : sentenceOf(detail),
        ]),
      )
    : {};

/** A detail goes on after the name of its field: "must be …". */
export const sentenceOf = (detail: string): string =>
  toSentence(detail.charAt(0).toUpperCase() + detail.slice(1));
