import type { RateLimit } from './http/rateLimit.ts';

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Empty means a database of its own in `dataDir`. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** The first account's admin key; made and printed once where it is empty. */
  readonly apiKey: string;
  readonly carrier: 'handset';
  readonly allowPrivateWebhooks: boolean;
  readonly rateLimit: RateLimit;
  /** Refuses marketing from US local numbers that are under no approved campaign. */
  readonly enforce10dlc: boolean;
  /** How long the simulated registry takes to decide, in hours. */
  readonly registrationReviewHours: number;
  readonly logLevel: string;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the configuration from the environment; an empty variable counts as one that is not set. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const read = (name: string, fallback: string) => environment[name]?.trim() || fallback;
  const databaseUrl = read('DATABASE_URL', '');
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new ConfigError(
      'DATABASE_URL has to start with postgres://; leave it empty for the embedded database.',
    );
  }
  const apiKey = read('API_KEY', '');
  if (apiKey && !/^[\x21-\x7e]{16,200}$/.test(apiKey)) {
    throw new ConfigError('API_KEY has to be 16 to 200 visible characters without spaces.');
  }
  return {
    host: read('HOST', '127.0.0.1'),
    port: integer('PORT', read('PORT', '4010'), 0, 65_535),
    databaseUrl,
    dataDir: read('DATA_DIR', '.textloom'),
    apiKey,
    carrier: oneOf('CARRIER', read('CARRIER', 'handset'), ['handset']),
    allowPrivateWebhooks: trueOrFalse(
      'ALLOW_PRIVATE_WEBHOOKS',
      read('ALLOW_PRIVATE_WEBHOOKS', databaseUrl ? 'false' : 'true'),
    ),
    rateLimit: {
      perSecond: integer('RATE_LIMIT', read('RATE_LIMIT', '100'), 1, 1_000_000),
      burst: integer('RATE_LIMIT_BURST', read('RATE_LIMIT_BURST', '200'), 1, 1_000_000),
    },
    enforce10dlc: trueOrFalse('ENFORCE_10DLC', read('ENFORCE_10DLC', 'false')),
    registrationReviewHours: hours(
      'REGISTRATION_REVIEW_HOURS',
      read('REGISTRATION_REVIEW_HOURS', '36'),
      36,
    ),
    logLevel: oneOf('LOG_LEVEL', read('LOG_LEVEL', 'info'), [
      'fatal',
      'error',
      'warn',
      'info',
      'debug',
      'trace',
      'silent',
    ]),
  };
}

function integer(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new ConfigError(`${name} has to be a whole number from ${least} to ${most}.`);
}

/** A part of an hour counts as well. */
function hours(name: string, text: string, most: number): number {
  const value = Number(text);
  if (value >= 0 && value <= most) return value;
  throw new ConfigError(`${name} has to be a number of hours from 0 to ${most}.`);
}

const trueOrFalse = (name: string, text: string): boolean =>
  oneOf(name, text, ['true', 'false']) === 'true';

function oneOf<const T extends string>(name: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw new ConfigError(
    `${name} has to be ${choices.length === 1 ? '' : 'one of '}${choices.join(', ')}.`,
  );
}
