import type { Bundle, PlainInputField, ZObject } from 'zapier-platform-core';
import { ApiError, createClient, type Client } from '@textloom/shared/client';
import { zapierError } from './errors.ts';
import { createHost } from './host.ts';

/** Creates a step that uses the client. Zapier shows its errors with the labels of these fields. */
export const withClient =
  <Result>(
    work: (client: Client, bundle: Bundle, z: ZObject) => Promise<Result>,
    fields: readonly PlainInputField[] = [],
  ) =>
  async (z: ZObject, bundle: Bundle): Promise<Result> => {
    requireFilled(z, bundle, fields);
    try {
      return await work(createClient(createHost(z, bundle)), bundle, z);
    } catch (error) {
      throw error instanceof ApiError ? zapierError(z, error, fields) : error;
    }
  };

/** Rejects a step if a required field is empty, for example because the mapped value is empty. */
function requireFilled(
  z: ZObject,
  { inputData }: Bundle,
  fields: readonly PlainInputField[],
): void {
  const empty = fields.find(({ required, key }) => required && isBlank(inputData[key]));
  if (!empty) return;
  const words = `${empty.label} is required. Fill it in, or check what is mapped to it.`;
  throw new z.errors.Error(words, 'validation_failed', 400);
}

export const isBlank = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isBlank)
    : value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
