import type { Client } from '@textloom/shared/client';
import type { Call } from './handlers.ts';
import type { ServiceError } from '../lib/errors.ts';
import { sendMessages } from '../messages/sendMessages.ts';

type Together = {
  readonly [R in keyof Client]?: {
    readonly [N in keyof Client[R]]?: Client[R][N] extends (input: infer I) => Promise<infer O>
      ? (call: Call, inputs: readonly I[]) => Promise<readonly (O | ServiceError)[]>
      : never;
  };
};

/**
 * Operations that take the requests of one account that come at the same time in one transaction;
 * each answers for its inputs in order, what the handler answers for one.
 */
export const batchHandlers: Together = { message: { send: sendMessages } };
