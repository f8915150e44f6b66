import type { CountryCode } from 'libphonenumber-js/min';
import type { NumberSettings } from './numbers/numberSettings.ts';
import { integer, offeredSenders, text, type Field, type ValuesOf } from '../settings.ts';

/** The settings of every carrier over HTTP. */
export const engineSettings = (baseUrl: string | undefined) => ({
  baseUrl: {
    ...text({
      ...(baseUrl !== undefined && { default: baseUrl }),
      pattern: /^https?:\/\/[^?#]+$/,
      must: 'must be a URL such as https://api.example.com, without a query',
      description: "Base URL of the provider's API",
    }),
    default: baseUrl === undefined ? '' : `\`${baseUrl}\``,
  } satisfies Field<string>,
  numbers: offeredSenders,
  concurrency: integer(1, 1_000, {
    default: 10,
    description: 'How many requests may wait for a response at the same time',
  }),
  throughput: integer(0, 100_000, {
    default: 0,
    shown: 'unlimited',
    description: 'Messages per second',
  }),
  timeoutSeconds: integer(1, 120, {
    name: 'timeout',
    default: 30,
    description: 'Seconds after which a request without a response counts as lost',
  }),
});

export interface EngineSettings
  extends ValuesOf<ReturnType<typeof engineSettings>>, Partial<NumberSettings> {
  readonly defaultCountry?: CountryCode | undefined;
}

const minQuestionMs = 4_000;
/**
 * For all questions together when a process recovers messages after a crash, because more would not
 * fit into its time.
 */
export const maxQuestionMs = 8_000;

/**
 * Returns how long a request may take that asks the provider something. A provider that is slow to
 * accept messages is also slow to answer questions.
 */
export const toQuestionMs = ({ timeoutSeconds }: Pick<EngineSettings, 'timeoutSeconds'>): number =>
  Math.min(Math.max(timeoutSeconds * 1000, minQuestionMs), maxQuestionMs);
