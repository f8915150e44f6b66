import { expect, it } from '@jest/globals';
import { errorOfProblem } from '@textloom/shared/client';
import { contract } from '@textloom/shared/contract';
import { describeError } from '../../connectors/node-red/src/connection/errors.ts';

it('names the public address if the service refuses the URL of a webhook', () => {
  const detail = 'must be a URL, such as https://example.com/textloom, with spaces encoded';
  const errors = [{ pointer: '/url', code: 'invalid_format' as const, detail }];
  const problem = { code: 'validation_failed', errors };
  const error = errorOfProblem(problem, contract.webhook.create.input)!;
  expect(describeError(error, [])).toContain(
    ' The public address must be a URL, such as https://node-red.example.com, with spaces encoded. ',
  );
});

it.each([
  ['rate_limited', 'Send fewer messages at a time, for example with a delay node.'],
  ['unavailable', 'Try again later.'],
])('the error %s gives advice that a flow can follow', (code, remedy) => {
  const error = errorOfProblem({ code }, contract.message.send.input)!;
  expect(describeError(error, [])).toBe(`${error.message}. ${remedy}`);
});
