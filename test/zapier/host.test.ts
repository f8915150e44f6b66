import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { hostOf } from '../../connectors/zapier/src/host.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the time of a step', () => {
  it('is one for all its calls, so that Zapier does not end the step in the middle of one', () => {
    const host = hostOf({} as ZObject, {} as Bundle);
    expect(host.budget).toBe(14_000);
    jest.advanceTimersByTime(9_000);
    expect(host.budget).toBe(5_000);
  });
});
