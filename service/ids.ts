import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

/** Random bytes are fetched by the thousand, because each fetch costs as much as an id. */
const bytes = new Uint8Array(4_096);
let used = bytes.length;
function random(): number {
  if (used === bytes.length) {
    randomFillSync(bytes);
    used = 0;
  }
  return bytes[used++]! / 256;
}

const next = monotonicFactory(random);

/** A new identifier such as `msg_01JZ3K8QW5T4V9XH2M6N7P8R0S`: ids of one kind sort by the time they were made. */
export const newId = (
  prefix:
    | 'acc'
    | 'clm'
    | 'con'
    | 'dlv'
    | 'evt'
    | 'key'
    | 'lst'
    | 'msg'
    | 'num'
    | 'rcp'
    | 'reg'
    | 'req'
    | 'txt'
    | 'whk',
): string => `${prefix}_${next()}`;
