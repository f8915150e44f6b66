import {
  errors,
  pointerToWire,
  problemSchema,
  toWire,
  type Infer,
  type ObjectSchema,
} from '@textloom/shared/contract';
import type { ServiceError } from './errors.ts';

export type Problem = Infer<typeof problemSchema>;

const anything: ObjectSchema = { type: 'object', properties: {} };

/** The problem that tells of an error; `input` is the schema that its pointers walk. */
export function problemOf(
  { code, message, faults }: ServiceError,
  requestId: string,
  input: ObjectSchema = anything,
): Problem {
  const { status, title, remedy } = errors[code];
  const first = faults[0] && `${faults[0].pointer || 'The request'}: ${faults[0].detail}`;
  return {
    type: `/errors/${code}`,
    title,
    status,
    code,
    detail: first ?? (message === `${title}.` ? `${title}. ${remedy}` : message),
    request_id: requestId,
    errors: faults.map((fault) => ({ ...fault, pointer: pointerToWire(input, fault.pointer) })),
  };
}

export const problemToWire = (problem: Problem): unknown => toWire(problemSchema, problem);
