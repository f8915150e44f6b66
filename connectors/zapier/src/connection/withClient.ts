import type { Bundle, PlainInputField, ZObject } from 'zapier-platform-core';
import { ApiError, createClient, type Client } from '@textloom/shared/client';
import { zapierError } from './errors.ts';
import { createHost } from './host.ts';
import { inAction, inSearch, requireValues } from './requireValues.ts';

type Work<Result> = (client: Client, bundle: Bundle, z: ZObject) => Promise<Result>;

/** Creates a step that uses the client. Zapier shows its errors with the labels of these fields. */
export const withClient =
  <Result>(work: Work<Result>, fields: readonly PlainInputField[] = [], effect = inAction) =>
  async (z: ZObject, bundle: Bundle): Promise<Result> => {
    requireValues(z, bundle, fields, effect);
    try {
      return await work(createClient(createHost(z, bundle)), bundle, z);
    } catch (error) {
      throw error instanceof ApiError ? zapierError(z, error, fields) : error;
    }
  };

/** Creates a search, which runs only if every field that the user filled in has a value. */
export const searchWithClient = <Result>(work: Work<Result>, fields: readonly PlainInputField[]) =>
  withClient(work, fields, inSearch);
