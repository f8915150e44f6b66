import { readFileSync } from 'node:fs';
import { isSupportedCountry, type CountryCode } from 'libphonenumber-js/min';
import { InvalidSettingError } from '../lib/settings.ts';
import type { Routes } from './carriers.ts';
import type { AddressKind } from './smpp/address.ts';
import type { SmppOptions } from './smpp/smpp.ts';

export type CarrierConfig = Routes &
  ({ readonly type: 'handset' } | ({ readonly type: 'smpp' } & SmppOptions));

/**
 * Reads the carriers from `CARRIERS`: a JSON list, or the path of a file that contains one. If it
 * is empty, returns the simulated handsets.
 *
 * @throws InvalidSettingError with the end of a sentence that names the entry.
 */
export function readCarriers(
  source: string,
  readFile: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): readonly CarrierConfig[] {
  if (!source) return [{ type: 'handset' }];
  const list = parse(source.startsWith('[') ? source : readContent(source, readFile));
  if (!Array.isArray(list) || list.length === 0)
    throw new InvalidSettingError('must be a JSON list of at least one carrier');
  const carriers = list.map((entry, at) => readCarrier(openFields(entry, `[${at}]`)));
  const names = carriers.map((carrier) => (carrier.type === 'handset' ? 'handset' : carrier.name));
  const duplicate = names.find((name, at) => names.indexOf(name) !== at);
  if (duplicate !== undefined)
    throw new InvalidSettingError(`names ${duplicate} twice: every carrier needs a unique name`);
  return carriers;
}

function readContent(path: string, readFile: (path: string) => string): string {
  try {
    return readFile(path);
  } catch {
    throw new InvalidSettingError(
      'must be a JSON list, or the path of a readable file that contains one',
    );
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new InvalidSettingError('is not valid JSON');
  }
}

const maxThroughput = 1_000_000;
const senderPattern = /^(\+[1-9]\d{6,14}|\d{3,8}|(?=.*[A-Za-z])[A-Za-z\d ]{1,11})$/;
const senderHint = 'numbers such as +4930123456, short codes and names';

function readCarrier(fields: FieldReader): CarrierConfig {
  const type = fields.oneOf('type', ['smpp', 'handset'], 'smpp');
  const routes = fields.nested('routes');
  const common: Routes = {
    prefixes: routes?.list('prefixes', /^\+\d{1,15}$/, 'prefixes of recipients, such as +49'),
    senders: routes?.list('senders', senderPattern, senderHint),
  };
  routes?.refuseUnknown();
  const carrier: CarrierConfig =
    type === 'handset' ? { type, ...common } : { type, ...common, ...readSmpp(fields) };
  fields.refuseUnknown();
  return carrier;
}

function readSmpp(fields: FieldReader): SmppOptions {
  const name = fields.text('name');
  if (!/^[a-z\d][a-z\d_-]{0,30}$/.test(name) || name === 'handset')
    fields.fail('name', 'must be up to 31 lowercase letters, digits, - and _, and not handset');
  const tls = fields.flag('tls', false);
  return {
    name,
    host: fields.text('host'),
    port: fields.integer('port', 1, 65_535, tls ? 3550 : 2775),
    tls,
    ca: fields.text('ca', '') || undefined,
    systemId: fields.text('system_id'),
    password: fields.text('password', ''),
    systemType: fields.text('system_type', ''),
    window: fields.integer('window', 1, 10_000, 10),
    throughput: fields.integer('throughput', 0, maxThroughput, 0) || undefined,
    enquireLinkSeconds: fields.integer('enquire_link', 1, 3600, 30),
    responseTimeoutSeconds: fields.integer('response_timeout', 1, 3600, 60),
    numbers: fields.list('numbers', senderPattern, senderHint) ?? [],
    source: addressKind(fields, 'source'),
    destination: addressKind(fields, 'destination'),
    alphabet: fields.oneOf('alphabet', ['gsm7', 'latin1'], 'gsm7'),
    longMessages: fields.oneOf('long_messages', ['udh', 'sar', 'payload'], 'udh'),
    receiptIds: fields.oneOf('receipt_ids', ['auto', 'same', 'hex', 'dec'], 'auto'),
    receiptAddresses: fields.oneOf('receipt_addresses', ['both', 'recipient', 'none'], 'both'),
    guessesReceipts: fields.flag('guess_receipts', false),
    country: country(fields),
  };
}

function country(fields: FieldReader): CountryCode | undefined {
  const code = fields.text('default_country', '');
  if (code === '') return undefined;
  return isSupportedCountry(code)
    ? code
    : fields.fail('default_country', 'must be an ISO 3166-1 alpha-2 country code, such as DE');
}

function addressKind(fields: FieldReader, name: string): AddressKind | undefined {
  const kind = fields.nested(name);
  if (!kind) return undefined;
  const read = { ton: kind.integer('ton', 0, 255, 1), npi: kind.integer('npi', 0, 255, 1) };
  kind.refuseUnknown();
  return read;
}

/**
 * Reads the fields of an object one by one. Names a wrong field in the error, and says what it must
 * be.
 */
interface FieldReader {
  readonly fail: (name: string, what: string) => never;
  readonly text: (name: string, defaultValue?: string) => string;
  readonly integer: (name: string, min: number, max: number, defaultValue: number) => number;
  readonly flag: (name: string, defaultValue: boolean) => boolean;
  readonly oneOf: <const T extends string>(
    name: string,
    choices: readonly T[],
    defaultValue: T,
  ) => T;
  readonly list: (name: string, pattern: RegExp, what: string) => readonly string[] | undefined;
  readonly nested: (name: string) => FieldReader | undefined;
  /** Refuses the fields that nothing has read. Call it last. */
  readonly refuseUnknown: () => void;
}

function openFields(value: unknown, path: string): FieldReader {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidSettingError(`${path} must be an object`);
  const given = new Map(Object.entries(value));
  const known = new Set<string>();
  const fail = (name: string, what: string): never => {
    throw new InvalidSettingError(`${path}.${name} ${what}`);
  };
  const take = (name: string): unknown => {
    known.add(name);
    return given.get(name);
  };
  return {
    fail,
    text: (name, defaultValue) => {
      const found = take(name) ?? defaultValue;
      if (found === undefined) return fail(name, 'is missing');
      return typeof found === 'string' ? found : fail(name, 'must be a string');
    },
    integer: (name, min, max, defaultValue) => {
      const found = take(name) ?? defaultValue;
      const isValid = Number.isInteger(found) && Number(found) >= min && Number(found) <= max;
      return isValid ? Number(found) : fail(name, `must be a whole number from ${min} to ${max}`);
    },
    flag: (name, defaultValue) => {
      const found = take(name) ?? defaultValue;
      return typeof found === 'boolean' ? found : fail(name, 'must be true or false');
    },
    oneOf: (name, choices, defaultValue) => {
      const found = take(name) ?? defaultValue;
      return (
        choices.find((choice) => choice === found) ??
        fail(name, `must be one of ${choices.join(', ')}`)
      );
    },
    list: (name, pattern, what) => {
      const found = take(name);
      const isValid = (one: unknown): one is string => typeof one === 'string' && pattern.test(one);
      if (found === undefined) return undefined;
      return Array.isArray(found) && found.every(isValid)
        ? found
        : fail(name, `must be a list of ${what}`);
    },
    nested: (name) => {
      const found = take(name);
      return found === undefined ? undefined : openFields(found, `${path}.${name}`);
    },
    refuseUnknown: () => {
      const unknown = [...given.keys()].find((name) => !known.has(name));
      if (unknown !== undefined) fail(unknown, 'is not a setting of a carrier');
    },
  };
}
