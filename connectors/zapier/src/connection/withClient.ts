import type { Bundle, PlainInputField, ZObject } from 'zapier-platform-core';
import { ApiError, createClient, type Client } from '@textloom/shared/client';
import { zapierError } from './errors.ts';
import { createHost } from './host.ts';
import { requireValues } from './requireValues.ts';

/** Creates a step that uses the client. Zapier shows its errors with the labels of these fields. */
export const withClient =
  <Result>(
    work: (client: Client, bundle: Bundle, z: ZObject) => Promise<Result>,
    fields: readonly PlainInputField[] = [],
  ) =>
  async (z: ZObject, bundle: Bundle): Promise<Result> => {
    requireValues(z, bundle, fields);
    try {
      return await work(createClient(createHost(z, bundle)), bundle, z);
    } catch (error) {
      throw error instanceof ApiError ? zapierError(z, error, fields) : error;
    }
  };
