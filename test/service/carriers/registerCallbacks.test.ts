import { describe, expect, it } from '@jest/globals';
import { registerCallbacks } from '../../../service/carriers/http/callbacks/registerCallbacks.ts';
import { LostResponseError, type HttpRequest } from '../../../service/carriers/http/send.ts';

const toRequest = (event: string): HttpRequest => ({
  method: 'POST',
  url: `https://provider.example.com/${event}`,
  headers: {},
  body: 'https://sms.example.com/secret',
});

/** Registers two addresses. The provider responds to the second one in this way, then accepts. */
async function register(...responses: readonly (number | Error)[]) {
  const asked: string[] = [];
  const errors: string[] = [];
  const remaining = [...responses];
  await registerCallbacks(['texts', 'receipts'].map(toRequest), {
    send: async ({ url }) => {
      const event = url.slice(url.lastIndexOf('/') + 1);
      asked.push(event);
      const next = event === 'receipts' ? (remaining.shift() ?? 201) : 201;
      if (next instanceof Error) throw next;
      return { status: next, headers: {}, body: '' };
    },
    signal: new AbortController().signal,
    onError: (error) => errors.push(String(error)),
    waitsMs: [1],
  });
  return { asked, errors };
}

describe('the registration of callbacks', () => {
  it('asks once for each URL', async () => {
    expect(await register()).toEqual({ asked: ['texts', 'receipts'], errors: [] });
  });

  it('repeats only what the provider did not handle', async () => {
    const { asked, errors } = await register(503, 429, new LostResponseError('Too slow'));
    expect(asked).toEqual(['texts', ...Array.from({ length: 4 }, () => 'receipts')]);
    expect(errors).toHaveLength(3);
  });

  it('reports a refusal without the URL, and does not repeat it', async () => {
    const { asked, errors } = await register(400);
    expect(asked).toEqual(['texts', 'receipts']);
    expect(errors).toEqual(['Error: The provider refuses the callback URL: HTTP 400']);
  });
});
