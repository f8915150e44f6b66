import type { Operation } from '@textloom/shared/contract';
import type { Context } from '../../../service/core/context.ts';
import { createRunner } from '../../../service/http/operation/createRunner.ts';

/** Returns the input that the handler of an operation gets for a valid value. */
export async function handOver(operation: Operation, value: unknown): Promise<unknown> {
  let handed: unknown;
  const prepare = (_: unknown, input: unknown) => {
    handed = input;
    return Promise.reject(new Error('The test needs only the input.'));
  };
  const run = createRunner({ context: {} as Context, operation }, { prepare });
  const request = { request: { headers: {} }, caller: { account: {} }, value };
  await run(request as Parameters<typeof run>[0]).catch(() => undefined);
  return handed;
}
