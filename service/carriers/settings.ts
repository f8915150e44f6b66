import { isSenderName, isShortCode, shortCodeDigits } from '@textloom/shared/contract';
import { InvalidSettingError } from '../lib/settings.ts';

/** One setting of a type of carrier: how to check it, and what to tell the person who sets it. */
export interface Field<T> {
  readonly read: (value: unknown, fail: Fail) => T;
  /** One sentence for the table of settings, without a full stop. */
  readonly description: string;
  /** What applies if the setting is left out, for the table of settings. */
  readonly default: string;
  /** Whether the value must never appear in a log, an error, a metric or an export. */
  readonly isSecret?: true;
  /** The name in `CARRIERS`, if it is not the key in snake case. */
  readonly name?: string;
}

/**
 * Ends with an error about this setting, or about the one `within` it. `what` continues a sentence
 * that starts with the name.
 */
type Fail = (what: string, within?: string) => never;

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type ValuesOf<F extends Fields> = { readonly [K in keyof F]: ReturnType<F[K]['read']> };

interface About {
  readonly description: string;
  readonly name?: string;
}

interface TextRule extends About {
  /** Without a default, the setting is required. */
  readonly default?: string;
  readonly pattern?: RegExp;
  /** Says what the text must be, such as `must be an Account SID, which starts with AC`. */
  readonly must?: string;
}

export const text = ({
  default: defaultValue,
  pattern,
  must,
  ...about
}: TextRule): Field<string> => ({
  ...about,
  default: defaultValue ?? '',
  read: (value = defaultValue, fail) => {
    if (value === undefined) return fail('is missing');
    if (typeof value !== 'string') return fail('must be a string');
    const isFine = value === defaultValue || !pattern || pattern.test(value);
    return isFine ? value : fail(must ?? 'is not valid');
  },
});

/** A text that stays hidden everywhere. */
export const secret = (rule: TextRule): Field<string> => ({ ...text(rule), isSecret: true });

export const integer = <D extends number | undefined>(
  min: number,
  max: number,
  { default: defaultValue, shown, ...about }: About & { default: D; shown?: string },
): Field<number | D> => ({
  ...about,
  default: shown ?? String(defaultValue),
  read: (value, fail) => {
    if (value === undefined) return defaultValue;
    return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? value
      : fail(`must be a whole number from ${min} to ${max}`);
  },
});

/** A flag that is false unless somebody sets it. */
export const flag = (about: About): Field<boolean> => ({
  ...about,
  default: '`false`',
  read: (value = false, fail) =>
    typeof value === 'boolean' ? value : fail('must be true or false'),
});

/** A flag whose default depends on other settings. */
export const optionalFlag = ({
  shown,
  ...about
}: About & { shown: string }): Field<boolean | undefined> => ({
  ...about,
  default: shown,
  read: (value, fail) =>
    value === undefined || typeof value === 'boolean' ? value : fail('must be true or false'),
});

export const choiceSetting = <const T extends string>(
  choices: readonly T[],
  { default: defaultValue, ...about }: About & { default: NoInfer<T> },
): Field<T> => ({
  ...about,
  default: `\`${defaultValue}\``,
  read: (value = defaultValue, fail) =>
    choices.find((choice) => choice === value) ?? fail(`must be one of ${choices.join(', ')}`),
});

/** A list of texts. Undefined if it is left out. */
export const list = (
  isValid: (one: string) => boolean,
  what: string,
  { shown = 'none', ...about }: About & { shown?: string },
): Field<readonly string[] | undefined> => ({
  ...about,
  default: shown,
  read: (value, fail) => {
    const isText = (one: unknown): one is string => typeof one === 'string' && isValid(one);
    if (value === undefined) return undefined;
    return Array.isArray(value) && value.every(isText) ? value : fail(`must be a list of ${what}`);
  },
});

/** An object with its own settings. Undefined if it is left out. */
export const nested = <F extends Fields>(
  fields: F,
  { shown = 'none', ...about }: About & { shown?: string },
): Field<ValuesOf<F> | undefined> => ({
  ...about,
  default: shown,
  read: (value, fail) =>
    value === undefined ? undefined : readFields(fields, value, (name, what) => fail(what, name)),
});

/** An object of texts. Empty if it is left out. */
export const record = (
  isValid: (value: string) => boolean,
  what: string,
  about: About,
): Field<Readonly<Record<string, string>>> => ({
  ...about,
  default: 'none',
  read: (value = {}, fail) => {
    const isText = (one: unknown): one is string => typeof one === 'string' && isValid(one);
    return typeof value === 'object' && value !== null && Object.values(value).every(isText)
      ? (value as Record<string, string>)
      : fail(`must be an object of ${what}`);
  },
});

const shortCodes = `short codes of ${shortCodeDigits.min} to ${shortCodeDigits.max} digits`;

/** Numbers in E.164 form, short codes, and names. */
export const senders = (about: About & { shown?: string }): Field<readonly string[] | undefined> =>
  list(
    (one) => /^\+[1-9]\d{6,14}$/.test(one) || isShortCode(one) || isSenderName(one),
    `numbers such as +4930123456, ${shortCodes}, and names`,
    about,
  );

/** The senders that accounts can provision at a carrier. */
export const offeredSenders = senders({
  description: `Numbers, ${shortCodes} and names that accounts can provision`,
});

/** Returns the name of a setting in `CARRIERS`: `authToken` is `auth_token`. */
export const settingName = (key: string, field: Field<unknown>): string =>
  field.name ?? key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Reads an object by its fields, and refuses those that it does not know.
 *
 * @param fail Gets the name of the wrong setting, or an empty name for the object as a whole.
 */
export function readFields<F extends Fields>(
  fields: F,
  value: unknown,
  fail: (name: string, what: string) => never,
): ValuesOf<F> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail('', 'must be an object');
  const given = new Map<string, unknown>(Object.entries(value));
  const read = Object.entries(fields).map(([key, field]) => {
    const name = settingName(key, field);
    const found = given.get(name);
    given.delete(name);
    const failHere: Fail = (what, within = '') => fail(within ? `${name}.${within}` : name, what);
    return [key, field.read(found ?? undefined, failHere)];
  });
  const [unknown] = given.keys();
  if (unknown !== undefined) return fail(unknown, 'is not a setting of this type of carrier');
  return Object.fromEntries(read) as ValuesOf<F>;
}

/** Throws the end of a sentence that names the entry of `CARRIERS` and the setting. */
export const failAt =
  (path: string) =>
  (name: string, what: string): never => {
    throw new InvalidSettingError(`${path}${name && `.${name}`} ${what}`);
  };

/** Returns the secret values among settings, including those in objects of texts. */
export const listSecrets = (fields: Fields, values: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(fields).flatMap(([key, { isSecret }]) => {
    const value = values[key];
    if (!isSecret || value === undefined || value === null) return [];
    const texts: unknown[] = typeof value === 'object' ? Object.values(value) : [value];
    return texts.filter((one): one is string => typeof one === 'string' && one !== '');
  });
