import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { lookUpAreaZones } from '../../../service/messages/timing/areaZones.ts';
import {
  createFindOpening,
  findZones,
  nextOpening,
  quietUntil,
} from '../../../service/messages/timing/quietHours.ts';

const newYork = 'America/New_York';
const hour = 3_600_000;
const night = { start: '21:00', end: '08:00' };

const openingAt = (zones: readonly string[], at: string, quietHours = night) =>
  nextOpening(zones, quietHours, new Date(at))?.toISOString();

describe('quiet hours', () => {
  it.each([
    ['2026-06-01T07:59:59.999-04:00', '2026-06-01T12:00:00.000Z'],
    ['2026-06-01T08:00:00.000-04:00', '2026-06-01T12:00:00.000Z'],
    ['2026-06-01T20:59:59.999-04:00', '2026-06-02T00:59:59.999Z'],
    ['2026-06-01T21:00:00.000-04:00', '2026-06-02T12:00:00.000Z'],
    ['2026-06-01T23:59:59.000-04:00', '2026-06-02T12:00:00.000Z'],
    ['2026-06-02T00:00:00.000-04:00', '2026-06-02T12:00:00.000Z'],
    ['2026-12-31T22:00:00.000-05:00', '2027-01-01T13:00:00.000Z'],
  ])('last from 21 to 8, so a message for %s is sent at %s', (at, opening) => {
    expect(openingAt([newYork], at)).toBe(opening);
  });

  it.each([
    ['spring', newYork, '2026-03-07T22:00:00-05:00', '2026-03-08T12:00:00.000Z'],
    ['spring', newYork, '2026-03-08T01:59:59-05:00', '2026-03-08T12:00:00.000Z'],
    ['fall', newYork, '2026-10-31T22:00:00-04:00', '2026-11-01T13:00:00.000Z'],
    ['fall', newYork, '2026-11-01T01:30:00-04:00', '2026-11-01T13:00:00.000Z'],
    ['spring', 'America/Phoenix', '2026-03-07T22:00:00-07:00', '2026-03-08T15:00:00.000Z'],
    ['fall', 'America/Phoenix', '2026-10-31T22:00:00-07:00', '2026-11-01T15:00:00.000Z'],
    ['spring', 'Europe/Berlin', '2026-03-28T22:00:00+01:00', '2026-03-29T06:00:00.000Z'],
    ['fall', 'Australia/Lord_Howe', '2026-04-04T22:00:00+11:00', '2026-04-04T21:30:00.000Z'],
  ])('follow the clock change of %s in %s', (_, zone, at, opening) => {
    expect(openingAt([zone], at)).toBe(opening);
  });

  it.each([
    ['13:30', '15:45', '2026-06-01T13:29:59.000-04:00', '2026-06-01T17:29:59.000Z'],
    ['13:30', '15:45', '2026-06-01T13:30:00.000-04:00', '2026-06-01T19:45:00.000Z'],
    ['13:30', '15:45', '2026-06-01T15:45:00.000-04:00', '2026-06-01T19:45:00.000Z'],
    ['13:30', '15:45', '2026-06-01T00:00:00.000-04:00', '2026-06-01T04:00:00.000Z'],
    ['22:15', '07:30', '2026-06-01T22:14:59.000-04:00', '2026-06-02T02:14:59.000Z'],
    ['22:15', '07:30', '2026-06-01T23:00:00.000-04:00', '2026-06-02T11:30:00.000Z'],
    ['22:15', '07:30', '2026-06-01T07:29:59.999-04:00', '2026-06-01T11:30:00.000Z'],
    ['22:00', '00:00', '2026-06-01T23:59:00.000-04:00', '2026-06-02T04:00:00.000Z'],
    ['00:00', '06:00', '2026-06-01T00:00:00.000-04:00', '2026-06-01T10:00:00.000Z'],
    ['20:00', '02:30', '2026-03-08T01:00:00.000-05:00', '2026-03-08T07:30:00.000Z'],
    ['20:00', '01:30', '2026-11-01T00:30:00.000-04:00', '2026-11-01T05:30:00.000Z'],
    ['20:00', '01:30', '2026-11-01T01:10:00.000-05:00', '2026-11-01T06:30:00.000Z'],
  ])('from %s to %s let a message for %s go at %s', (start, end, at, opening) => {
    expect(openingAt([newYork], at, { start, end })).toBe(opening);
  });

  it('end when they have ended in every zone', () => {
    const zones = [newYork, 'America/Chicago'];
    expect(openingAt(zones, '2026-06-01T08:00:00-04:00')).toBe('2026-06-01T13:00:00.000Z');
    expect(openingAt(zones, '2026-06-01T20:59:59-04:00')).toBe('2026-06-02T00:59:59.000Z');
    expect(openingAt(zones, '2026-06-01T21:00:00-04:00')).toBe('2026-06-02T13:00:00.000Z');
  });

  it('leave no time for zones all around the world, and a little for two on opposite sides', () => {
    const zones = ['Etc/UTC', 'Asia/Shanghai', 'America/Los_Angeles'];
    expect(openingAt(zones, '2026-01-01T12:00:00Z')).toBeUndefined();
    expect(openingAt([newYork, 'Asia/Tokyo'], '2026-01-01T12:00:00Z')).toBe(
      '2026-01-01T23:00:00.000Z',
    );
  });

  it('leave the first time that suits all zones, and no time only if there is none', () => {
    const hours = new Map<string, Intl.DateTimeFormat>();
    const isOpen = (zone: string, at: number) => {
      const format =
        hours.get(zone) ??
        new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
      hours.set(zone, format);
      const now = Number(format.format(at));
      return now >= 8 && now < 21;
    };
    const quarter = hour / 4;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2030-01-01') }),
        (zones, at) => {
          // Every opening is on a quarter hour.
          const first = Math.ceil(at / quarter) * quarter;
          const times = [at, ...Array.from({ length: 192 }, (_, step) => first + step * quarter)];
          const expected = times.find((time) => zones.every((zone) => isOpen(zone, time)));
          const opening = nextOpening(zones, night, new Date(at))?.getTime();
          // Zones without a common hour today may get one when their clocks change within the next
          // days.
          if (expected !== undefined || opening === undefined) expect(opening).toBe(expected);
          else expect(opening).toBeGreaterThan(times.at(-1)!);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are looked up once for all recipients in the same zones', () => {
    const format = jest.spyOn(DateTime, 'fromMillis');
    const findOpening = createFindOpening({ time_zone: newYork, quiet_hours: night });
    const at = new Date('2026-06-01T22:00:00-04:00');
    const openings = [['Asia/Tokyo'], [newYork], [newYork, 'America/Chicago'], undefined];
    const find = () => openings.map((zones) => findOpening(zones, new Date(at)));
    const first = find();
    const computed = format.mock.calls.length;
    expect(first.map(({ opening }) => opening.toISOString())).toEqual([
      '2026-06-02T02:00:00.000Z',
      '2026-06-02T12:00:00.000Z',
      '2026-06-02T13:00:00.000Z',
      '2026-06-02T12:00:00.000Z',
    ]);
    expect(find()).toEqual(first);
    expect(format.mock.calls).toHaveLength(computed);
    expect(findOpening([newYork], new Date(at.getTime() + 12 * hour)).opening.toISOString()).toBe(
      '2026-06-02T14:00:00.000Z',
    );
    format.mockRestore();
  });

  it('follow the account if no hour suits all zones, when a message is due as when it is sent', () => {
    const findOpening = createFindOpening({
      time_zone: 'Europe/Moscow',
      quiet_hours: { start: '17:00', end: '10:00' },
    });
    const zones = ['Asia/Vladivostok', 'Europe/Moscow'];
    const night = new Date('2026-06-01T03:00:00+03:00');
    const noon = new Date('2026-06-01T12:00:00+03:00');
    const opening = new Date('2026-06-01T10:00:00+03:00');
    expect(findOpening(zones, night)).toEqual({ zones: ['Europe/Moscow'], opening });
    expect(quietUntil({ quiet_zones: zones }, findOpening, night)).toEqual(opening);
    expect(quietUntil({ quiet_zones: zones }, findOpening, noon)).toBeUndefined();
  });

  it('hold only marketing whose turn comes in them', () => {
    const late = new Date('2026-06-01T22:00:00-04:00');
    const noon = new Date('2026-06-01T12:00:00-04:00');
    const findOpening = createFindOpening({ time_zone: newYork, quiet_hours: night });
    expect(quietUntil({ quiet_zones: [newYork] }, findOpening, late)).toEqual(
      new Date('2026-06-02T08:00:00-04:00'),
    );
    expect(quietUntil({ quiet_zones: [newYork] }, findOpening, noon)).toBeUndefined();
    expect(quietUntil({ quiet_zones: null }, findOpening, late)).toBeUndefined();
    expect(quietUntil({ quiet_zones: null }, findOpening, late, newYork)).toBeUndefined();
    expect(quietUntil({ quiet_zones: ['Asia/Tokyo'] }, findOpening, late, newYork)).toEqual(
      new Date('2026-06-02T08:00:00-04:00'),
    );
    expect(quietUntil({ quiet_zones: [newYork] }, findOpening, late, 'Asia/Tokyo')).toBeUndefined();
  });
});

describe('the zones of a recipient', () => {
  const at = new Date('2026-06-01T12:00:00Z');
  const listZones = (phone: string, contactZone: string | null = null) =>
    createFindOpening({ time_zone: 'America/Denver', quiet_hours: night })(
      findZones({ phone, contactZone }),
      at,
    ).zones;

  it.each([
    ['+12025550101', ['America/New_York']],
    ['+16025550101', ['America/Phoenix']],
    ['+13035550101', ['America/Denver']],
    ['+18505550101', ['America/Chicago', 'America/New_York']],
    ['+16055550101', ['America/Chicago', 'America/Denver', 'America/North_Dakota/Center']],
    ['+4915112345678', ['Europe/Berlin']],
    ['+81312345678', ['Asia/Tokyo']],
    ['+61261234567', ['Australia/Sydney']],
    ['+61412345678', ['Australia/Perth', 'Australia/Sydney']],
    ['+79241234567', ['Europe/Moscow', 'Asia/Vladivostok']],
    ['+34612345678', ['Atlantic/Canary', 'Europe/Madrid']],
    ['+6281112345678', ['Asia/Jakarta', 'Asia/Jayapura']],
  ])('with the number %s are %j', (phone, zones) => {
    expect(listZones(phone)).toEqual(zones);
  });

  it('are all zones of the area, although the exchange of a number is in only one of them', () => {
    expect(listZones('+12702470101')).toEqual(['America/Chicago', 'America/New_York']);
    expect(listZones('+12708000101')).toEqual(['America/Chicago', 'America/New_York']);
  });

  it.each(['+13575550101', '+18375550101', '+19245550101'])(
    'are those from coast to coast if the area code of %s is newer than the table of zones',
    (phone) => {
      expect(listZones(phone)).toEqual(['America/Los_Angeles', 'America/St_Johns']);
    },
  );

  it('are the zone of the contact, if it is valid', () => {
    expect(listZones('+12025550101', 'Asia/Tokyo')).toEqual(['Asia/Tokyo']);
    expect(listZones('+12025550101', 'Mars/Olympus')).toEqual(['America/New_York']);
    expect(listZones('+12025550101', '')).toEqual(['America/New_York']);
  });

  it.each([
    ...['+18005550101', '+18885550101', '+15555550101', '+15215550101', '+17105550101'],
    ...['+19115550101', '+7012345678', '+88216123456', '+999'],
  ])('are the zone of the account if the number %s belongs to no area', (phone) => {
    expect(listZones(phone)).toEqual(['America/Denver']);
  });

  it('have an hour in common for every existing area', () => {
    const areas = Array.from({ length: 800 }, (_, index) => 200 + index);
    const found = areas.flatMap((area) => {
      const zones = lookUpAreaZones(`+1${area}5550101`);
      return zones ? [zones] : [];
    });
    expect(found.length).toBeGreaterThan(400);
    for (const zones of found) expect(nextOpening(zones, night, at)).toBeInstanceOf(Date);
  });
});
