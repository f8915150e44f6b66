import { isIPv4 } from 'node:net';
import { ConfigError } from './configError.ts';
import { readCarriers } from '../carriers/readCarriers.ts';
import {
  apiKey,
  databaseUrl,
  folder,
  host,
  hours,
  oneOf,
  orNone,
  trueOrFalse,
  InvalidSettingError,
  whole,
  type Setting,
} from '../lib/settings.ts';

const setting = <T>(setting: Setting<T>): Setting<T> => setting;

/** All that is configured, by variables of the environment; the documentation lists them in this order. */
export const settings = {
  host: setting({
    variable: 'HOST',
    parse: host,
    default: '127.0.0.1',
    description: 'Address to listen on; `0.0.0.0` lets other machines in',
  }),
  port: setting({
    variable: 'PORT',
    parse: whole(0, 65_535),
    default: '4010',
    description: 'Port of the API and the console; `0` for one that is free',
  }),
  databaseUrl: setting({
    variable: 'DATABASE_URL',
    parse: databaseUrl,
    default: '',
    description:
      'PostgreSQL, such as `postgres://user:password@host:5432/textloom`; empty for a database of its own in `DATA_DIR`',
    secret: true,
  }),
  databaseWaitSeconds: setting({
    variable: 'DATABASE_WAIT_SECONDS',
    parse: whole(0, 3_600),
    default: '60',
    description:
      'How long a start waits for a PostgreSQL that does not take connections yet, in seconds',
  }),
  dataDir: setting({
    variable: 'DATA_DIR',
    parse: folder,
    default: '.textloom',
    description: 'Folder of the embedded database',
  }),
  apiKey: setting({
    variable: 'API_KEY',
    parse: apiKey,
    default: '',
    description:
      'Admin key of the first account, 16 to 200 characters, beside the keys that it has; if empty, the first start makes one and prints it once',
    secret: true,
  }),
  carriers: setting({
    variable: 'CARRIERS',
    parse: readCarriers,
    default: '',
    description:
      'Ways to the recipients: a JSON list, or the path of a file with one, as `docs/carriers.md` says; simulated handsets if empty',
    secret: true,
  }),
  allowPrivateWebhooks: setting({
    variable: 'ALLOW_PRIVATE_WEBHOOKS',
    parse: orNone(trueOrFalse),
    default: '',
    description:
      'Whether webhooks may go to private addresses and over plain HTTP; if empty, `true` only without `DATABASE_URL` and where `HOST` lets no other machine in',
  }),
  rateLimit: setting({
    variable: 'RATE_LIMIT',
    parse: whole(1, 1_000_000),
    default: '100',
    description: 'Requests a second of one API key, to one process',
  }),
  rateLimitBurst: setting({
    variable: 'RATE_LIMIT_BURST',
    parse: whole(1, 1_000_000),
    default: '200',
    description: 'Burst of requests that one API key may make after a pause',
  }),
  connectionLimit: setting({
    variable: 'CONNECTION_LIMIT',
    parse: whole(1, 1_000_000),
    default: '1000',
    description:
      'Open connections of one client, to one process: an IPv4 address or an IPv6 network of 64 bits; without effect with `TRUST_PROXY`, where the proxy limits them',
  }),
  trustProxy: setting({
    variable: 'TRUST_PROXY',
    parse: trueOrFalse,
    default: 'false',
    description:
      'Whether a proxy of yours stands before the service, whose `X-Forwarded-For` names the client',
  }),
  enforce10dlc: setting({
    variable: 'ENFORCE_10DLC',
    parse: trueOrFalse,
    default: 'false',
    description: 'Whether marketing from US local numbers takes an approved campaign',
  }),
  registrationReviewHours: setting({
    variable: 'REGISTRATION_REVIEW_HOURS',
    parse: hours(36),
    default: '36',
    description: 'How long the simulated registry takes to decide, in hours',
  }),
  metricsPort: setting({
    variable: 'METRICS_PORT',
    parse: orNone(whole(0, 65_535)),
    default: '',
    description:
      'Port of `GET /metrics` for Prometheus, without a key: keep it from the outside; none where it is empty',
  }),
  drainSeconds: setting({
    variable: 'DRAIN_SECONDS',
    parse: whole(0, 300),
    default: '0',
    description:
      'How long `GET /ready` says 503 before a process that stops takes no more requests',
  }),
  logLevel: setting({
    variable: 'LOG_LEVEL',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
    description:
      'Least level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
  }),
  logFormat: setting({
    variable: 'LOG_FORMAT',
    parse: oneOf('auto', 'json', 'text'),
    default: 'auto',
    description:
      '`json`: all that is printed is JSON, a line for each entry; `text`, for people; `auto` is `text` in a terminal',
  }),
};

type Settings = {
  readonly [N in keyof typeof settings]: ReturnType<(typeof settings)[N]['parse']>;
};

export interface Config extends Settings {
  readonly allowPrivateWebhooks: boolean;
}

/** Whether a service that listens there is reached from its own machine alone. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** Reads the configuration from the environment; an empty variable counts as one that is not set. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const read = ({ variable, parse, default: usual, secret }: Setting<unknown>): unknown => {
    const text = environment[variable]?.trim() || usual;
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof InvalidSettingError)
        problems.push(`${variable} ${error.message}.${secret ? '' : ` It is "${text}".`}`);
      else if (error instanceof ConfigError) problems.push(...error.problems);
      else throw error;
      return undefined;
    }
  };
  const values = Object.fromEntries(
    Object.entries<Setting<unknown>>(settings).map(([name, one]) => [name, read(one)]),
  ) as Settings;
  const { port, metricsPort } = values;
  if (port && port === metricsPort)
    problems.push('METRICS_PORT must be another port than PORT, or empty.');
  if (problems.length > 0) throw new ConfigError(...problems);
  return {
    ...values,
    allowPrivateWebhooks:
      values.allowPrivateWebhooks ?? (values.databaseUrl === '' && isLoopback(values.host)),
  };
}
