import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { createClient } from '@textloom/shared/client';
import { createHost } from '../../connectors/zapier/src/connection/host.ts';
import { hi, sent } from '../client/createHost.ts';
import { problemBody } from '../problemBody.ts';

const start = Date.parse('2026-01-31T09:30:00Z');
beforeEach(() => {
  jest.useFakeTimers({ now: start });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the time of a step', () => {
  it('is shared by all its calls, so that Zapier does not end the step during a call', () => {
    const host = createHost({} as ZObject, {} as Bundle);
    expect(host).toMatchObject({ budget: 14_000, settleBudget: 24_000 });
    jest.advanceTimersByTime(9_000);
    expect(host).toMatchObject({ budget: 5_000, settleBudget: 15_000 });
  });

  it('suffices to repeat a request that got no response within its time, under the same key', async () => {
    const keys: unknown[] = [];
    const request = ({
      timeout,
      headers,
    }: {
      timeout: number;
      headers: Record<string, string>;
    }) => {
      keys.push(headers['idempotency-key']);
      if (keys.length > 1) return Promise.resolve({ status: 202, headers: new Map(), data: sent });
      jest.setSystemTime(Date.now() + timeout);
      return Promise.reject(new Error('network timeout at: https://sms.example.com/v1/messages'));
    };
    const z = { request } as unknown as ZObject;
    const host = createHost(z, { authData: {} } as Bundle);
    const sleep = (milliseconds: number) => {
      jest.setSystemTime(Date.now() + milliseconds);
      return Promise.resolve();
    };
    await createClient(Object.assign(host, { sleep })).message.send(hi);
    expect(keys).toEqual([expect.any(String), keys[0]]);
    expect(Date.now() - start).toBeGreaterThan(12_000);
  });

  it('suffices to get the result of a message that the service accepts only after 20 seconds', async () => {
    const running = problemBody('idempotency_in_progress', 409);
    let requests = 0;
    const request = ({ timeout }: { timeout: number }) => {
      requests++;
      if (requests === 1) {
        jest.setSystemTime(Date.now() + timeout);
        return Promise.reject(new Error('network timeout at: https://sms.example.com/v1/messages'));
      }
      const response =
        Date.now() - start < 20_000 ? { status: 409, data: running } : { status: 202, data: sent };
      return Promise.resolve({ ...response, headers: new Map([['retry-after', '1']]) });
    };
    const z = { request } as unknown as ZObject;
    const host = createHost(z, { authData: {} } as Bundle);
    const sleep = (milliseconds: number) => {
      jest.setSystemTime(Date.now() + milliseconds);
      return Promise.resolve();
    };
    const client = createClient(Object.assign(host, { sleep }));
    expect(await client.message.send(hi)).toEqual(sent);
  });

  it('leaves enough of it for the text if the service is away during an earlier request', async () => {
    const request = () =>
      Promise.resolve({
        status: 503,
        headers: new Map(),
        data: problemBody('unavailable', 503),
      });
    const host = createHost({ request } as unknown as ZObject, { authData: {} } as Bundle);
    const sleep = (milliseconds: number) => {
      jest.setSystemTime(Date.now() + milliseconds);
      return Promise.resolve();
    };
    const client = createClient(Object.assign(host, { sleep }));
    await expect(client.message.preview(hi)).rejects.toMatchObject({ code: 'unavailable' });
    expect(host.settleBudget).toBeGreaterThan(10_000);
  });

  it('limits a request to the rest of the 30 seconds that Zapier gives a step', async () => {
    const timeouts: unknown[] = [];
    const request = (options: { timeout: number }) => {
      timeouts.push(options.timeout);
      return Promise.resolve({ status: 200, headers: new Map(), data: {} });
    };
    const host = createHost({ request } as unknown as ZObject, { authData: {} } as Bundle);
    for (const at of [0, 15_000, 24_000, 40_000]) {
      jest.setSystemTime(start + at);
      await host.transport({ method: 'GET', path: '/', headers: {} });
    }
    expect(timeouts).toEqual([12_000, 12_000, 4_000, 1]);
  });
});
