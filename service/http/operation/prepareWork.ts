import type { Context } from '../../core/context.ts';
import type { Call, PreparingHandler } from '../../handlers/handlers.ts';
import type { ValidRequest } from './auditRequest.ts';

/**
 * Prepares the work of a transaction. A failure counts only if the work is due, because a repeated
 * request gets the response to the first one.
 */
export async function prepareWork(
  context: Context,
  { prepare }: PreparingHandler<unknown, unknown>,
  { caller: { account }, input }: Pick<ValidRequest, 'caller'> & { readonly input: unknown },
): Promise<(call: Call) => Promise<unknown>> {
  try {
    return await prepare({ context, account }, input);
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
