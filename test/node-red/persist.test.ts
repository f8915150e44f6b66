import { expect, it } from '@jest/globals';
import { ApiError } from '@textloom/shared/client';
import { persist } from '../../connectors/node-red/src/webhooks/persist.ts';

const failure = (code: ApiError['code']) =>
  new ApiError({ code, message: code, status: 0, retryable: true });

it('an outage is reported once for each cause, and not with each attempt', async () => {
  const failures = [failure('network_error'), failure('network_error'), failure('unavailable')];
  const reported: string[] = [];
  const work = () => {
    const error = failures.shift();
    return error ? Promise.reject(error) : Promise.resolve();
  };
  await persist(work, ({ code }) => void reported.push(code), new AbortController().signal);
  expect(reported).toEqual(['network_error', 'unavailable']);
});
