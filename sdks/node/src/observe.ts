import type { Host } from '@textloom/shared/client';
import { headers } from '@textloom/shared/contract';
import type { CallResponse } from './types.generated.ts';

/**
 * Runs a call, and then passes its last response to `onResponse`, unless no response arrived. The
 * caller gets the response before the result. If `onResponse` throws, the process gets the error.
 */
export async function observe<T>(
  host: Host,
  onResponse: ((response: CallResponse) => void) | undefined,
  run: (host: Host) => Promise<T>,
): Promise<T> {
  if (!onResponse) return run(host);
  let last: CallResponse | undefined;
  const transport: Host['transport'] = async (request) => {
    const response = await host.transport(request);
    const received = { ...response.headers };
    last = {
      status: response.status,
      requestId: received[headers.requestId.toLowerCase()],
      replayed: received[headers.idempotentReplayed.toLowerCase()] === 'true',
      headers: received,
    };
    return response;
  };
  try {
    return await run({ ...host, transport });
  } finally {
    const response = last;
    // An error must not reject a call that sent a text.
    if (response) queueMicrotask(() => onResponse(response));
  }
}
