import type { Context } from '../../core/context.ts';
import type { BatchHandler, Call, Handler, LongHandler } from '../../handlers/handlers.ts';
import type { RequestWithKey } from './transaction.ts';

/** A handler that needs one transaction for one request. */
export type SeparateHandler = Exclude<
  Handler<unknown, unknown>,
  BatchHandler<unknown, unknown> | LongHandler<unknown, unknown>
>;

/** The work of a request within its transaction. */
export type Work = (call: Call) => Promise<unknown>;

/**
 * Prepares the work of a transaction. A failure counts only if the work is due, because a repeated
 * request gets the response to the first one.
 */
export async function prepareWork(
  context: Context,
  handler: SeparateHandler,
  { caller: { account }, input }: Pick<RequestWithKey, 'caller' | 'input'>,
): Promise<Work> {
  if ('runItems' in handler) return (call) => handler.runItems(call, input);
  if (!('prepare' in handler)) return (call) => handler(call, input);
  try {
    return await handler.prepare({ context, account }, input);
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
