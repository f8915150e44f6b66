import type { Bundle } from 'zapier-platform-core';
import { readInput } from '@textloom/shared/connector/readInput';
import type { Infer, ObjectSchema } from '@textloom/shared/contract';

/**
 * Converts the user's values to an input of the operation. A value that no request can carry gets the
 * same error as one that the API refuses.
 */
export const readInputData = <const S extends ObjectSchema>(
  schema: S,
  { inputData }: Bundle,
): Infer<S> => readInput(schema, inputData);
