import { expect, it } from '@jest/globals';
import { errorOfProblem } from '@textloom/shared/client';
import { contract } from '@textloom/shared/contract';
import { describeError } from '../../connectors/node-red/src/connection/errors.ts';

it.each([
  ['rate_limited', 'Send fewer messages at a time, for example with a delay node.'],
  ['unavailable', 'Try again later.'],
])('the error %s gives advice that a flow can follow', (code, remedy) => {
  const error = errorOfProblem({ code }, contract.message.send.input)!;
  expect(describeError(error, [])).toBe(`${error.message}. ${remedy}`);
});
