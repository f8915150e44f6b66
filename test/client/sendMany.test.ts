import { describe, expect, it } from '@jest/globals';
import { contract, sampleOf } from '@textloom/shared/contract';
import type { AxiosAdapter } from 'axios';
import { sendMany, Textloom } from '../../sdks/node/src/index.ts';

const sent = { status: 202, message: sampleOf(contract.message.send.output), problem: null };
const messages = Array.from({ length: 1_001 }, () => ({ to: '+12025550123', text: 'Hi' }));
const unsent = {
  message: expect.stringContaining('The message was not sent, because'),
  mayHaveRun: false,
};

/** Sends three batches, the second of which gets another response. */
async function send(second: () => void, signal?: AbortSignal) {
  let requests = 0;
  const adapter: AxiosAdapter = async (config) => {
    requests++;
    if (requests === 2) second();
    const { messages } = JSON.parse(String(config.data)) as { messages: unknown[] };
    const data = { results: messages.map(() => sent) };
    return { status: 200, statusText: '', headers: {}, config, data };
  };
  const textloom = new Textloom({
    apiKey: 'key',
    baseUrl: 'http://127.0.0.1:1/v1',
    retryFor: 0,
    axios: { adapter },
  });
  const results = await sendMany(textloom, messages, signal && { signal });
  return { requests, results, first: results[0], failed: results[500], last: results[1_000] };
}

describe('sendMany of the client for Node.js', () => {
  it('says of the messages after a failed request that they were not sent', async () => {
    const lost = () => {
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    };
    const { requests, results, first, failed, last } = await send(lost);
    expect(requests).toBe(2);
    expect(results).toHaveLength(messages.length);
    expect(first).toHaveProperty('id');
    expect(failed).toMatchObject({ name: 'NetworkError', mayHaveRun: true });
    expect(results[999]).toBe(failed);
    expect(last).toMatchObject({ ...unsent, cause: failed });
  });

  it('keeps the messages that were sent before the call was canceled', async () => {
    const abort = new AbortController();
    const cancel = () => {
      abort.abort();
      throw new Error('canceled');
    };
    const { requests, results, first, failed, last } = await send(cancel, abort.signal);
    expect(requests).toBe(2);
    expect(results).toHaveLength(messages.length);
    expect(first).toHaveProperty('id');
    expect(failed).toMatchObject({ message: 'The call was canceled', mayHaveRun: true });
    expect(last).toMatchObject(unsent);
  });

  it('sends nothing after the call was canceled', async () => {
    const { requests, first } = await send(() => {}, AbortSignal.abort());
    expect(requests).toBe(0);
    expect(first).toMatchObject(unsent);
  });
});
