import { randomFillSync } from 'node:crypto';
import { encodeTime, ulid } from 'ulid';

/** Fetches thousands of random bytes together, because each fetch costs as much as an ID. */
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
const maxPerMillisecond = 32 ** counterLength;
let time = 0;
let counter = 0;

/**
 * Returns 26 characters like those of a ULID: the time, a counter within the millisecond, and 65
 * random bits that are new for each ID. The IDs of one process sort in the order of their creation,
 * even when the clock goes back. Someone who knows one ID cannot guess the previous or next one.
 */
function next(): string {
  const now = Date.now();
  if (now > time) {
    time = now;
    counter = 0;
  } else if (++counter === maxPerMillisecond) {
    time++;
    counter = 0;
  }
  return encodeTime(time) + encodeTime(counter, counterLength) + ulid(0, random).slice(13);
}

/**
 * Returns a new ID such as `msg_01JZ3K8QW5T4V9XH2M6N7P8R0S`. The IDs of one kind sort by creation
 * time.
 */
export const newId = (prefix: Prefix): string => `${prefix}_${next()}`;

export type Prefix =
  | 'acc'
  | 'att'
  | 'aud'
  | 'brd'
  | 'clm'
  | 'cns'
  | 'con'
  | 'dlv'
  | 'ers'
  | 'evt'
  | 'key'
  | 'lst'
  | 'med'
  | 'msg'
  | 'num'
  | 'rcp'
  | 'reg'
  | 'req'
  | 'rev'
  | 'txt'
  | 'ver'
  | 'whk';

/**
 * Returns a text that sorts before the IDs of all rows that are at most this old, so that a query
 * can use the index of the IDs. An ID is at most some seconds older than its row.
 */
export const lowestId = (prefix: Prefix, ageMs: number): string =>
  `${prefix}_${encodeTime(Math.max(0, Date.now() - ageMs - 60_000))}`;

/** Returns a text that sorts before the IDs of all rows that get their ID at this time or later. */
export const firstIdAt = (prefix: Prefix, time: Date): string =>
  `${prefix}_${encodeTime(Math.max(0, time.getTime()))}`;

/**
 * Returns a text that sorts after the IDs of all rows that were created before this time. A row can
 * get its ID some seconds later.
 */
export const idBefore = (prefix: Prefix, time: Date): string =>
  `${prefix}_${encodeTime(Math.max(0, time.getTime()) + 60_000)}`;
