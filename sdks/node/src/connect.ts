import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import axios, { type RawAxiosRequestHeaders } from 'axios';
import { authentication } from '@textloom/shared/contract';
import { axiosTransport } from '@textloom/shared/client/axios';
import type { Host } from '@textloom/shared/client';
import type { TextloomOptions } from './options.ts';
import { readOptions } from './checkArguments.ts';
import { version } from './types.generated.ts';

/** The longest time of a timer. */
const longest = 2 ** 31 - 1;

/** Returns what the shared client needs: a connection, a clock, and new idempotency keys. */
export function connect(options: TextloomOptions): Host {
  const {
    apiKey,
    baseUrl,
    timeout,
    retryFor,
    axios: settings,
  } = readOptions(options, ['apiKey', 'baseUrl', 'timeout', 'retryFor', 'axios']);
  requireSetting(apiKey, 'The API key is missing. Pass it as "apiKey".');
  requireSetting(
    baseUrl,
    'The base URL is missing. Pass it as "baseUrl", such as https://sms.example.com/v1.',
  );
  // Checked here: an error of the HTTP library would show the key.
  if (typeof apiKey !== 'string' || !/^[!-~]+$/.test(apiKey))
    throw new TypeError(
      'The API key has a character that no key has. ' +
        'Check that no space or line break was read with it.',
    );
  if (
    typeof baseUrl !== 'string' ||
    !/^https?:\/\/[^/\s]\S*$/.test(baseUrl) ||
    !URL.canParse(baseUrl)
  )
    throw new TypeError(
      'The base URL must begin with https:// or http:// and end with the version of the API, ' +
        'such as https://sms.example.com/v1.',
    );
  const http = axios.create({
    ...settings,
    baseURL: baseUrl,
    // A timer accepts no fraction.
    timeout: Math.ceil(readMilliseconds('timeout', timeout, 1)),
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
    budget: readMilliseconds('retryFor', retryFor, 0),
  };
}

function requireSetting(value: unknown, missing: string): void {
  if (value !== undefined && value !== null && value !== '') return;
  throw new TypeError(
    `${missing} If it is in an environment variable, check that the variable is set.`,
  );
}

function readMilliseconds(name: string, value: number | null | undefined, least: number): number {
  const given = value ?? 30_000;
  if (typeof given === 'number' && given >= least && given <= longest) return given;
  throw new TypeError(
    `The option "${name}" must be a number of milliseconds from ${least} to ${longest}.`,
  );
}
