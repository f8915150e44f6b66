import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Fault } from '../../test/faults/fault.ts';

/** A fault with its area, which is the name of its table file. */
export interface Row extends Fault {
  readonly area: string;
}

/** Reads all faults from test/faults/table. */
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

/** Returns the file with the fault, or undefined unless the text to replace occurs exactly once. */
export async function plantFault(
  root: string,
  { file, find, plant }: Fault,
): Promise<string | undefined> {
  const pieces = (await readFile(join(root, file), 'utf8').catch(() => '')).split(find);
  return pieces.length === 2 ? pieces.join(plant) : undefined;
}
