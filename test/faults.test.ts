import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Fault } from './faults/fault.ts';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'test/faults/table');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
const tables = await Promise.all(
  files.map(async (file) => {
    const exported = (await import(join(folder, file))) as Record<string, readonly Fault[]>;
    return { file, faults: Object.values(exported).flat() };
  }),
);
const all = tables.flatMap(({ faults }) => faults);
const describeFault = ({ file, why }: Fault) => `${file}: ${why}`;

describe('the table of faults that are planted to test the tests', () => {
  it('applies to the current code: each place to plant a fault occurs exactly once', () => {
    const faulty = all.filter(
      ({ file, find, plant }) => find === plant || read(file).split(find).length !== 2,
    );
    expect(faulty.map(describeFault)).toEqual([]);
  });

  it('names an existing test file and a valid pattern for each fault', () => {
    const known = new Set(
      readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).map((file) =>
        join('test', file),
      ),
    );
    const faulty = all.filter(({ suite }) => !/\.test\.ts$/.test(suite) || !known.has(suite));
    expect(faulty.map((fault) => `${describeFault(fault)} – ${fault.suite}`)).toEqual([]);
    for (const { only } of all) expect(() => new RegExp(only ?? '', 'i')).not.toThrow();
  });

  it.each(tables.map(({ file, faults }) => [basename(file, '.ts'), file, faults] as const))(
    'has one line for each fault: %s',
    (_, file, faults) => {
      const rows = read(join('test/faults/table', file))
        .split('\n')
        .filter((line) => /^ {2}\{ .* \},$/.test(line));
      expect(rows).toHaveLength(faults.length);
    },
  );

  it('has at least 200 faults', () => {
    expect(all.length).toBeGreaterThanOrEqual(200);
  });

  it('plants no fault twice', () => {
    const places = all.map(({ file, find, plant }) => JSON.stringify([file, find, plant]));
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
  });
});
