import { isIPv4 } from 'node:net';
import { ConfigError } from './configError.ts';
import { readCarriers } from '../carriers/readCarriers.ts';
import { carrierType } from '../carriers/carrierTypes.ts';
import {
  apiKey,
  databaseUrl,
  folder,
  host,
  hours,
  parseChoice,
  orNone,
  publicUrl,
  trueOrFalse,
  InvalidSettingError,
  wholeNumber,
  type Setting,
} from '../lib/settings.ts';

const setting = <T>(setting: Setting<T>): Setting<T> => setting;

/** All settings, with their environment variables. The documentation lists them in this order. */
export const settings = {
  host: setting({
    variable: 'HOST',
    parse: host,
    default: '127.0.0.1',
    description: 'Address to listen on. `0.0.0.0` lets other machines connect',
  }),
  port: setting({
    variable: 'PORT',
    parse: wholeNumber(0, 65_535),
    default: '4010',
    description: 'Port of the API and the console. `0` picks a free port',
  }),
  databaseUrl: setting({
    variable: 'DATABASE_URL',
    parse: databaseUrl,
    default: '',
    description:
      'PostgreSQL URL, such as `postgres://user:password@host:5432/textloom`. If empty, the service uses an embedded database in `DATA_DIR`',
    secret: true,
  }),
  databaseWaitSeconds: setting({
    variable: 'DATABASE_WAIT_SECONDS',
    parse: wholeNumber(0, 3_600),
    default: '60',
    description: 'How long a start waits for PostgreSQL to accept connections, in seconds',
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
      'Additional admin key of the first account, 16 to 200 characters. If empty, the first start creates a key and prints it once',
    secret: true,
  }),
  secretKey: setting({
    variable: 'SECRET_KEY',
    parse: apiKey,
    default: '',
    description:
      'Key that protects verification codes and the opt-outs of erased people, 16 to 200 characters. All processes must have the same key. After you [erase a person](personal-data.md#opt-outs-stay) who had opted out, the service does not start with another key. If empty, the service creates a key and keeps it in the database. Somebody with a copy of the database can then find out codes that are still valid',
    secret: true,
  }),
  carriers: setting({
    variable: 'CARRIERS',
    parse: readCarriers,
    default: '',
    description:
      'Carrier connections: a JSON list, or the path of a file that contains one, as described in `docs/carriers.md`. If empty, the service uses simulated handsets',
    secret: true,
  }),
  publicUrl: setting({
    variable: 'PUBLIC_URL',
    parse: publicUrl,
    default: '',
    description:
      'Public URL of the service for carriers, such as `https://sms.example.com`. Required for carriers that report over HTTP',
  }),
  allowPrivateWebhooks: setting({
    variable: 'ALLOW_PRIVATE_WEBHOOKS',
    parse: orNone(trueOrFalse),
    default: '',
    description:
      'Whether webhooks can use private addresses and plain HTTP. If empty, `true` only if `DATABASE_URL` is empty and `HOST` is a loopback address',
  }),
  rateLimit: setting({
    variable: 'RATE_LIMIT',
    parse: wholeNumber(1, 1_000_000),
    default: '100',
    description: 'Requests per second for each API key, per process',
  }),
  rateLimitBurst: setting({
    variable: 'RATE_LIMIT_BURST',
    parse: wholeNumber(1, 1_000_000),
    default: '200',
    description: 'Burst of requests that an API key can make after a pause',
  }),
  connectionLimit: setting({
    variable: 'CONNECTION_LIMIT',
    parse: wholeNumber(1, 1_000_000),
    default: '1000',
    description:
      'Open connections of each client, per process. A client is an IPv4 address or an IPv6 /64 network. Has no effect with `TRUST_PROXY`, because the proxy limits connections',
  }),
  trustProxy: setting({
    variable: 'TRUST_PROXY',
    parse: trueOrFalse,
    default: 'false',
    description:
      'Whether your proxy is in front of the service and sets `X-Forwarded-For` to the address of the client',
  }),
  mcpSessions: setting({
    variable: 'MCP_SESSIONS',
    parse: orNone(trueOrFalse),
    default: '',
    description:
      'Whether older clients of AI agents get [sessions](#several-processes) at `/mcp`, so that they can ask a person to confirm a message. If empty, `true` only if `DATABASE_URL` is empty',
  }),
  enforce10dlc: setting({
    variable: 'ENFORCE_10DLC',
    parse: trueOrFalse,
    default: 'false',
    description: 'Whether marketing messages from US local numbers require an approved campaign',
  }),
  registrationReviewHours: setting({
    variable: 'REGISTRATION_REVIEW_HOURS',
    parse: hours(36),
    default: '36',
    description: 'How long the simulated registry takes to decide, in hours',
  }),
  auditRetentionDays: setting({
    variable: 'AUDIT_RETENTION_DAYS',
    parse: wholeNumber(1, 36_500),
    default: '400',
    description: 'How long the [audit log](audit-log.md) keeps an entry, in days',
  }),
  metricsPort: setting({
    variable: 'METRICS_PORT',
    parse: orNone(wholeNumber(0, 65_535)),
    default: '',
    description:
      'Port of `GET /metrics` for Prometheus. It requires no key, so do not expose it. If empty, there is no metrics endpoint',
  }),
  drainSeconds: setting({
    variable: 'DRAIN_SECONDS',
    parse: wholeNumber(0, 300),
    default: '0',
    description:
      'How long `GET /ready` responds with 503 before a stopping process stops accepting requests, in seconds',
  }),
  logLevel: setting({
    variable: 'LOG_LEVEL',
    parse: parseChoice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
    description:
      'Lowest level to log: `fatal`, `error`, `warn`, `info`, `debug`, `trace`, or `silent`',
  }),
  logFormat: setting({
    variable: 'LOG_FORMAT',
    parse: parseChoice('auto', 'json', 'text'),
    default: 'auto',
    description:
      '`json` prints one JSON entry per line. `text` is for people. `auto` is `text` in a terminal, and `json` otherwise',
  }),
};

type Settings = {
  readonly [N in keyof typeof settings]: ReturnType<(typeof settings)[N]['parse']>;
};

export interface Config extends Settings {
  readonly allowPrivateWebhooks: boolean;
  readonly mcpSessions: boolean;
}

/** Returns whether a service on this host accepts connections only from its own machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** A URL can contain a password before an @, and problems end up in logs. */
const hidePassword = (text: string): string => text.replace(/^.*@/s, '…@');

/** Reads the configuration from the environment. An empty variable counts as unset. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const read = ({ variable, parse, default: defaultText, secret }: Setting<unknown>): unknown => {
    const text = environment[variable]?.trim() || defaultText;
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof InvalidSettingError)
        problems.push(
          `${variable} ${error.message}.${secret ? '' : ` It is "${hidePassword(text)}".`}`,
        );
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
    problems.push('METRICS_PORT must differ from PORT, or be empty.');
  // Undefined if CARRIERS is invalid.
  const carriers = values.carriers as typeof values.carriers | undefined;
  const called = carriers?.find(({ type }) => carrierType(type)?.callbacks);
  if (called && values.publicUrl === '')
    problems.push(
      `PUBLIC_URL must be set, because the provider of the carrier ${called.name} reports deliveries and texts to it.`,
    );
  if (problems.length > 0) throw new ConfigError(...problems);
  return {
    ...values,
    allowPrivateWebhooks:
      values.allowPrivateWebhooks ?? (values.databaseUrl === '' && isLoopback(values.host)),
    mcpSessions: values.mcpSessions ?? values.databaseUrl === '',
  };
}
