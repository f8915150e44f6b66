import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const folder = join(import.meta.dirname, '../../../service/store/migrations');

it('a migration locks a table before it replaces indexes of the table, so that it does not deadlock', () => {
  const replacing = readdirSync(folder)
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const)
    .filter(([, code]) => code.indexOf('create index') < code.indexOf('drop index'))
    .filter(([, code]) => code.includes('create index'));
  expect(replacing.map(([file]) => file)).toEqual(
    expect.arrayContaining(['0056_rare_rows.ts', '0058_event_type.ts']),
  );
  for (const [file, code] of replacing) {
    const lock = code.search(/lock table .* in access exclusive mode/);
    expect([file, lock >= 0 && lock < code.indexOf('create index')]).toEqual([file, true]);
  }
});
