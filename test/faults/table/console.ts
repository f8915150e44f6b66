import type { Fault } from '../fault.ts';

const key = { file: 'console/src/chooseKey.ts', suite: 'test/console/chooseKey.test.ts' };

// prettier-ignore
export const console: readonly Fault[] = [
  { ...key, find: 'current === null || isAllowed() ? brought : current', plant: 'isAllowed === undefined ? current : brought', harm: 'another account', why: 'a link switches a signed-in tab to another account without asking' },
  { ...key, find: 'brought === undefined || brought === current', plant: 'brought === undefined', harm: 'wrong', why: 'a link to the current account asks whether to leave it' },
];
