import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Fault } from '../../test/faults/fault.ts';

/** A fault of the table, with the file of the table that it is in. */
export interface Row extends Fault {
  readonly area: string;
}

/** All faults of test/faults/table. */
export async function readTable(root: string): Promise<Row[]> {
  const folder = join(root, 'test/faults/table');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort();
  const rows: Row[] = [];
  for (const file of files) {
    const tables = (await import(pathToFileURL(join(folder, file)).href)) as Record<
      string,
      readonly Fault[]
    >;
    const area = basename(file, '.ts');
    rows.push(
      ...Object.values(tables).flatMap((faults) => faults.map((one) => ({ area, ...one }))),
    );
  }
  return rows;
}

/** The file with the fault in it; undefined unless the place to plant it occurs exactly once. */
export async function planted(
  root: string,
  { file, find, plant }: Fault,
): Promise<string | undefined> {
  const pieces = (await readFile(join(root, file), 'utf8').catch(() => '')).split(find);
  return pieces.length === 2 ? pieces.join(plant) : undefined;
}
