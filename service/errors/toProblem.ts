import {
  errors,
  pointerToWire,
  problemSchema,
  toWire,
  type Infer,
  type ObjectSchema,
} from '@textloom/shared/contract';
import type { ServiceError } from './serviceError.ts';

export type Problem = Infer<typeof problemSchema>;

const anything: ObjectSchema = { type: 'object', properties: {} };

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
  const first =
    fieldErrors[0] && `${fieldErrors[0].pointer || 'The request'}: ${fieldErrors[0].detail}`;
  return {
    type: `/errors/${code}`,
    title,
    status,
    code,
    detail: first ?? (message === `${title}.` ? `${title}. ${remedy}` : message),
    request_id: requestId,
    errors: fieldErrors.map((fieldError) => ({
      ...fieldError,
      pointer: pointerToWire(input, fieldError.pointer),
    })),
  };
}

export const problemToWire = (problem: Problem): unknown => toWire(problemSchema, problem);
