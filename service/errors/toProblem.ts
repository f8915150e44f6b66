import {
  errors,
  pointerToWire,
  problemSchema,
  toWire,
  type Infer,
  type ObjectSchema,
} from '@textloom/shared/contract';
import type { FieldError, ServiceError } from './serviceError.ts';

export type Problem = Infer<typeof problemSchema>;

const anything: ObjectSchema = { type: 'object', properties: {} };

/** Keeps the detail short enough for a line of a log. The problem lists all errors. */
const maxNamedFields = 3;

/**
 * Returns the problem that describes an error. The pointers of the error refer to the `input`
 * schema.
 */
export function toProblem(
  { code, message, fieldErrors }: ServiceError,
  requestId: string,
  input: ObjectSchema = anything,
): Problem {
  const { status, title, remedy } = errors[code];
  const onWire = fieldErrors.map((fieldError) => ({
    ...fieldError,
    pointer: pointerToWire(input, fieldError.pointer),
  }));
  return {
    type: `/errors/${code}`,
    title,
    status,
    code,
    detail: describeFields(onWire) ?? (message === `${title}.` ? `${title}. ${remedy}` : message),
    request_id: requestId,
    errors: onWire,
  };
}

function describeFields(fieldErrors: readonly FieldError[]): string | undefined {
  if (fieldErrors.length === 0) return undefined;
  const named = fieldErrors
    .slice(0, maxNamedFields)
    .map(({ pointer, detail }) => `${pointer || 'The request'}: ${detail}`);
  const others = fieldErrors.length - named.length;
  const rest = others > 0 ? [`and ${others} more error${others === 1 ? '' : 's'}`] : [];
  return [...named, ...rest].join('; ');
}

export const problemToWire = (problem: Problem): unknown => toWire(problemSchema, problem);
