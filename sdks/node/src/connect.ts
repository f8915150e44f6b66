import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import axios, { type RawAxiosRequestHeaders } from 'axios';
import { authentication } from '@textloom/shared/contract';
import { axiosTransport } from '@textloom/shared/client/axios';
import type { Host } from '@textloom/shared/client';
import type { TextloomOptions } from './options.ts';
import { version } from './types.generated.ts';

/** Returns what the shared client needs: a connection, a clock, and new idempotency keys. */
export function connect({
  apiKey,
  baseUrl,
  timeout,
  retryFor,
  axios: settings,
}: TextloomOptions): Host {
  // Checked here: an error of the HTTP library would show the key.
  if (typeof apiKey !== 'string' || !/^[!-~]+$/.test(apiKey))
    throw new TypeError(
      'The API key has a character that no key has. ' +
        'Check that it is not empty, and that no space or line break was read with it.',
    );
  if (
    typeof baseUrl !== 'string' ||
    !/^https?:\/\/[^/\s]\S*$/.test(baseUrl) ||
    !URL.canParse(baseUrl)
  )
    throw new TypeError(
      'The base URL must include the version of the API, such as https://sms.example.com/v1.',
    );
  const http = axios.create({
    ...settings,
    baseURL: baseUrl,
    timeout: timeout ?? 30_000,
    headers: {
      ...(settings?.headers as RawAxiosRequestHeaders | undefined),
      [authentication.header]: authentication.prefix + apiKey,
      'User-Agent': `textloom-node/${version}`,
    },
  });
  return {
    transport: axiosTransport(http),
    sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
    now: () => performance.now(),
    random: Math.random,
    createKey: randomUUID,
    budget: retryFor ?? 30_000,
  };
}
