import { randomFillSync } from 'node:crypto';
import { encodeTime, ulid } from 'ulid';

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

const counterLength = 3;
const mostInMillisecond = 32 ** counterLength;
let time = 0;
let counter = 0;

/**
 * 26 characters like those of a ULID: the time, a counter within the millisecond, and 65 random bits
 * that are new for each id. The ids of one process sort in the order in which it made them, also when
 * the clock goes back, and whoever knows one of them cannot tell those before and after it.
 */
function next(): string {
  const now = Date.now();
  if (now > time) {
    time = now;
    counter = 0;
  } else if (++counter === mostInMillisecond) {
    time++;
    counter = 0;
  }
  return encodeTime(time) + encodeTime(counter, counterLength) + ulid(0, random).slice(13);
}

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
