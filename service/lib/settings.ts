import { isIP } from 'node:net';

/** Reads the value of a variable, or says what it must be by `unfit`. */
export type Parse<T> = (text: string) => T;

export interface Setting<T> {
  /** Of the environment. */
  readonly variable: string;
  readonly parse: Parse<T>;
  /** The value where the variable is empty or not set, as one would write it there. */
  readonly default: string;
  /** What it does, for whoever runs the service. */
  readonly description: string;
  /** Never shown. */
  readonly secret?: true;
}

/** The end of the sentence that begins with the name of the variable. */
export class InvalidSettingError extends Error {
  override readonly name = 'InvalidSettingError';
}
const invalid = (saying: string): never => {
  throw new InvalidSettingError(saying);
};

export const whole =
  (least: number, most: number): Parse<number> =>
  (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    return invalid(`must be a whole number from ${least} to ${most}`);
  };

/** A part of an hour counts as well. */
export const hours =
  (most: number): Parse<number> =>
  (text) => {
    const value = Number(text);
    if (value >= 0 && value <= most) return value;
    return invalid(`must be a number of hours from 0 to ${most}`);
  };

export const oneOf =
  <const T extends string>(...choices: readonly T[]): Parse<T> =>
  (text) =>
    choices.find((choice) => choice === text) ??
    invalid(`must be ${choices.length === 1 ? '' : 'one of '}${choices.join(', ')}`);

export const trueOrFalse: Parse<boolean> = (text) => oneOf('true', 'false')(text) === 'true';

export const orNone =
  <T>(kind: Parse<T>): Parse<T | undefined> =>
  (text) =>
    text === '' ? undefined : kind(text);

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
  if (!URL.canParse(text)) {
    return invalid(
      'is not an address: write it as postgres://user:password@host:5432/database, with the special characters of the password percent-encoded',
    );
  }
  if (new URL(text).pathname.length > 1) return text;
  return invalid('must name a database after the host, as in postgres://host:5432/textloom');
};
