import { readFileSync } from 'node:fs';
import { InvalidSettingError } from '../lib/settings.ts';
import { defaultPriority, type Routes } from './carriers.ts';
import { carrierType, carrierTypes } from './carrierTypes.ts';
import {
  failAt,
  integer,
  list,
  nested,
  choiceSetting,
  readFields,
  senders,
  settingName,
  text,
} from './settings.ts';

/** A configured carrier, as plain data that can go to another thread. */
export interface CarrierConfig extends Routes {
  readonly type: string;
  readonly name: string;
  /** What the fields of the type read. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The settings that every type has. */
export const commonSettings = {
  type: choiceSetting(
    carrierTypes.map(({ type }) => type),
    { default: carrierTypes[0]!.type, description: 'The type of the carrier' },
  ),
  name: text({
    default: '',
    description:
      'Lowercase letters, digits, `-` and `_`. Do not change it later: Textloom stores messages and receipts under it',
  }),
  routes: nested(
    {
      prefixes: list((one) => /^\+\d{1,15}$/.test(one), 'prefixes of recipients, such as +49', {
        description: 'Prefixes of recipients',
      }),
      senders: senders({ description: 'Senders' }),
      priority: integer(1, 1_000, {
        default: defaultPriority,
        description: 'The carrier with the lowest priority comes first',
      }),
    },
    {
      shown: 'everything',
      description: `\`prefixes\` of recipients, \`senders\`, and a \`priority\` from 1 to 1000 (${defaultPriority} if left out). The lowest priority comes first`,
    },
  ),
};
const commonNames = Object.entries(commonSettings).map(([key, field]) => settingName(key, field));

/**
 * Reads the carriers from `CARRIERS`: a JSON list, or the path of a file that contains one. If it
 * is empty, returns the simulated handsets.
 *
 * @throws InvalidSettingError with the end of a sentence that names the carrier and the setting.
 */
export function readCarriers(
  source: string,
  readFile: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): readonly CarrierConfig[] {
  if (source.startsWith('{'))
    throw new InvalidSettingError('must be a JSON list: put [ before and ] after the carrier');
  const json = source.startsWith('[') ? source : source && readContent(source, readFile);
  const entries = json === '' ? [{ type: 'handset' }] : parse(json);
  if (!Array.isArray(entries) || entries.length === 0)
    throw new InvalidSettingError('must be a JSON list of at least one carrier');
  const carriers = entries.map((entry, at) => readCarrier(entry, `[${at}]`));
  const names = carriers.map(({ name }) => name);
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

const namePattern = /^[a-z\d][a-z\d_-]{0,30}$/;
const typeNames = carrierTypes.map(({ type }) => type).join(', ');
const fixedNames = carrierTypes.flatMap(({ name = [] }) => name);

/** The errors name the carrier as soon as its name is known, and before that its place. */
function readCarrier(entry: unknown, place: string): CarrierConfig {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw new InvalidSettingError(`${place} must be an object`);
  const [common, own] = [true, false].map((isCommon) =>
    Object.fromEntries(
      Object.entries(entry).filter(([name]) => commonNames.includes(name) === isCommon),
    ),
  );
  const { type, name, routes } = readFields(commonSettings, common, failAt(place));
  const { name: fixedName, settings: fields, check } = carrierType(type)!;
  if (fixedName === undefined && name === '') failAt(place)('name', 'is missing');
  if (fixedName === undefined && (!namePattern.test(name) || fixedNames.includes(name)))
    failAt(place)(
      'name',
      `must be up to 31 lowercase letters, digits, - and _, and not ${fixedNames.join(', ')}`,
    );
  if (fixedName !== undefined && name !== '' && name !== fixedName)
    failAt(place)('name', `must be ${fixedName}, or left out`);
  const failHere = failAt(fixedName ?? name);
  const fail: typeof failHere = (field, what) => {
    const mayBeOtherType = !('type' in entry) && /^is (missing|not a setting)/.test(what);
    const hint = `. Without type, a carrier uses ${type}. Set type to one of ${typeNames}`;
    return failHere(field, mayBeOtherType ? what + hint : what);
  };
  const settings = readFields(fields, own, fail);
  check?.(settings, fail);
  return { type, name: fixedName ?? name, settings, ...routes };
}
