import { readFileSync } from 'node:fs';

/** An operation of the process on a file or folder. */
export type Operation =
  | { readonly type: 'create' | 'mkdir'; readonly path: string; readonly inode: number }
  | { readonly type: 'remove'; readonly path: string }
  | { readonly type: 'rename'; readonly path: string; readonly to: string }
  | {
      readonly type: 'write';
      readonly inode: number;
      readonly at: number;
      readonly data: Buffer;
    }
  | { readonly type: 'size'; readonly inode: number; readonly size: number }
  | { readonly type: 'sync'; readonly inode: number };

const headerBytes = 40;

/** Reads the record that `record.c` writes. Its end is missing if the process was killed there. */
export function readRecord(path: string): Operation[] {
  const record = readFileSync(path);
  const operations: Operation[] = [];
  for (let from = 0; from + headerBytes <= record.length;) {
    const int = (at: number) => record.readUInt32LE(from + at);
    const long = (at: number) => Number(record.readBigUInt64LE(from + at));
    const type = int(0);
    const pathAt = from + headerBytes;
    const toAt = pathAt + int(4);
    const dataAt = toAt + int(8);
    const [inode, at, length] = [long(16), long(24), long(32)];
    const end = dataAt + length;
    if (end > record.length) break;
    const file = record.toString('utf8', pathAt, toAt);
    if (type === 1) operations.push({ type: 'create', path: file, inode });
    else if (type === 2) operations.push({ type: 'mkdir', path: file, inode });
    else if (type === 3) operations.push({ type: 'remove', path: file });
    else if (type === 4)
      operations.push({ type: 'rename', path: file, to: record.toString('utf8', toAt, dataAt) });
    else if (type === 5)
      operations.push({ type: 'write', inode, at, data: record.subarray(dataAt, end) });
    else if (type === 6) operations.push({ type: 'size', inode, size: at });
    else if (type === 7) operations.push({ type: 'sync', inode });
    else throw new Error(`The record has an unknown operation ${type}`);
    from = end;
  }
  return operations;
}
