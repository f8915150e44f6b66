import { expect, it } from '@jest/globals';
import { idleSeconds } from '../../../service/broadcasts/step.ts';

const after = (isWaiting: boolean) =>
  Array.from({ length: 8 }, (_, steps) => idleSeconds(steps, isWaiting));

it('looks at an idle broadcast less and less often', () => {
  expect(after(false)).toEqual([0.5, 1, 2, 4, 8, 16, 30, 30]);
});

it('judges a broadcast every two seconds while messages wait that could leave', () => {
  expect(after(true)).toEqual([0.5, 1, 2, 2, 2, 2, 2, 2]);
});
