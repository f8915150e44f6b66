import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { createHost } from '../../connectors/zapier/src/connection/host.ts';

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
    expect(host.budget).toBe(14_000);
    jest.advanceTimersByTime(9_000);
    expect(host.budget).toBe(5_000);
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
