import { expect, it } from '@jest/globals';
import { errors, headers, type ErrorCode } from '@textloom/shared/contract';
import Fastify from 'fastify';
import { handleErrors } from '../../service/http/handleErrors.ts';
import { fail } from '../../service/errors/serviceError.ts';
import { problems } from '../../shared/openapi/responses.ts';

const codes = Object.keys(errors) as ErrorCode[];

it('declares Retry-After for the errors with which the service sends it, and for no others', async () => {
  const app = Fastify();
  handleErrors(app);
  for (const code of codes) app.get(`/${code}`, () => fail(code));
  const sent: ErrorCode[] = [];
  for (const code of codes) {
    const response = await app.inject(`/${code}`);
    if (headers.retryAfter.toLowerCase() in response.headers) sent.push(code);
  }
  const declared = codes.filter((code) => {
    let response = {};
    problems(
      (kind, name, component) => {
        if (kind === 'responses') response = component;
        return { $ref: name };
      },
      [code],
    );
    return JSON.stringify(response).includes(`"${headers.retryAfter}":`);
  });
  expect(declared).toEqual(sent);
  expect(sent).toContain('too_many_verifications');
});
