import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createClient } from '@textloom/shared/client';
import { createHost, openStream } from '../../console/src/api/http.ts';

const credentials = { key: 'mine', isSignedIn: () => true };

describe('a request of the console whose connection is dead', () => {
  /** Settles only when its signal aborts. */
  const neverResponds: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error));
    });
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(globalThis, 'fetch').mockImplementation(neverResponds);
    // The fake timers do not replace this one.
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('x', 'TimeoutError')), milliseconds);
      return controller.signal;
    });
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('fails after its time limit', async () => {
    const client = createClient(createHost('/v1', credentials));
    const { signal } = new AbortController();
    const failure = expect(client.account.get({}, { signal })).rejects.toMatchObject({
      code: 'no_response',
    });
    await jest.advanceTimersByTimeAsync(60_000);
    await failure;
  });

  it('still ends when the page no longer needs it', async () => {
    const controller = new AbortController();
    const client = createClient(createHost('/v1', credentials));
    const failure = expect(
      client.account.get({}, { signal: controller.signal }),
    ).rejects.toMatchObject({ code: 'aborted' });
    controller.abort();
    await failure;
  });

  it('fails after its time limit if it opens a stream', async () => {
    const failure = expect(
      openStream('/stream', credentials, new AbortController().signal),
    ).rejects.toThrow();
    await jest.advanceTimersByTimeAsync(60_000);
    await failure;
  });

  it('has no time limit after the stream opens', async () => {
    const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('data: 1'));
    await openStream('/stream', credentials, new AbortController().signal);
    await jest.advanceTimersByTimeAsync(600_000);
    expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(false);
  });
});
