import { monotonicFactory } from 'ulid';

const next = monotonicFactory();

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
