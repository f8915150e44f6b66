import { isIP } from 'node:net';

/** Parses the value of a variable. Throws an `InvalidSettingError` that says what it must be. */
export type Parse<T> = (text: string) => T;

export interface Setting<T> {
  /** The environment variable. */
  readonly variable: string;
  readonly parse: Parse<T>;
  /** The value to parse if the variable is empty or not set. */
  readonly default: string;
  /** Describes the setting to the person who runs the service. */
  readonly description: string;
  /** Whether to hide the value everywhere. */
  readonly secret?: true;
}

/**
 * A setting is invalid. The message continues a sentence that starts with the name of the variable.
 */
export class InvalidSettingError extends Error {
  override readonly name = 'InvalidSettingError';
}
const invalid = (detail: string): never => {
  throw new InvalidSettingError(detail);
};

export const wholeNumber =
  (min: number, max: number): Parse<number> =>
  (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    return invalid(`must be a whole number from ${min} to ${max}`);
  };

/** Accepts fractions of an hour. */
export const hours =
  (max: number): Parse<number> =>
  (text) => {
    const value = Number(text);
    if (value >= 0 && value <= max) return value;
    return invalid(`must be a number of hours from 0 to ${max}`);
  };

export const parseChoice =
  <const T extends string>(...choices: readonly T[]): Parse<T> =>
  (text) =>
    choices.find((choice) => choice === text) ??
    invalid(`must be ${choices.length === 1 ? '' : 'one of '}${choices.join(', ')}`);

export const trueOrFalse: Parse<boolean> = (text) => parseChoice('true', 'false')(text) === 'true';

export const orNone =
  <T>(parse: Parse<T>): Parse<T | undefined> =>
  (text) =>
    text === '' ? undefined : parse(text);

export const folder: Parse<string> = (text) => text;

export const host: Parse<string> = (text) => {
  const isName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9-]+)*$/i.test(text);
  if (isIP(text) || (isName && !/^[\d.]+$/.test(text))) return text;
  return invalid(
    'must be an address or a name of this machine, such as 127.0.0.1, without http:// and without a port',
  );
};

export const apiKey: Parse<string> = (text) =>
  text === '' || /^[\x21-\x7e]{16,200}$/.test(text)
    ? text
    : invalid('must be 16 to 200 visible characters without spaces');

export const databaseUrl: Parse<string> = (text) => {
  if (text === '') return text;
  if (!/^postgres(ql)?:\/\//.test(text))
    return invalid('must start with postgres://; leave it empty for the embedded database');
  const url = isEncoded(text) ? URL.parse(text) : null;
  if (!url) {
    return invalid(
      'is not an address: write it as postgres://user:password@host:5432/database, with the special characters of the password percent-encoded',
    );
  }
  const sslmode = url.searchParams.get('sslmode') ?? 'disable';
  // The driver would treat a misspelled mode as verify-full.
  if (!sslmodes.includes(sslmode))
    return invalid(`has an unknown sslmode: use one of ${sslmodes.join(', ')}`);
  if (url.pathname.length > 1) return text;
  return invalid('must name a database after the host, as in postgres://host:5432/textloom');
};

const sslmodes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** The driver would encode the whole address again if any of its characters were not encoded. */
function isEncoded(address: string): boolean {
  try {
    return !/\s/.test(address) && decodeURIComponent(address) !== '';
  } catch {
    return false;
  }
}

/** Removes the standard port and a slash at the end. Writes the host in lowercase. */
export const publicUrl: Parse<string> = (text) => {
  if (text === '') return text;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    return invalid(
      'must be a URL of the service that others reach, such as https://sms.example.com, without a user name, password, query or fragment',
    );
  return (url.origin + url.pathname).replace(/\/+$/, '');
};
