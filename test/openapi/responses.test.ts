import { describe, expect, it } from '@jest/globals';
import { errors, messageSchema, sampleOf, type ErrorCode } from '@textloom/shared/contract';
import { findResponseFaults, type ApiResponse } from '../service/harness/checkResponse.ts';

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'request-id': 'req_1',
  ratelimit: '"default";r=9;t=1',
  'ratelimit-policy': '"default";q=10;w=1',
};
const message = sampleOf(messageSchema);
const sent: ApiResponse = { status: 202, headers, body: message };
const problem = (code: ErrorCode, more: object = {}): ApiResponse => {
  const { status, title, remedy } = errors[code];
  const type = `/errors/${code}`;
  return {
    status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
    body: { type, title, status, code, detail: remedy, request_id: 'req_1', errors: [], ...more },
  };
};
const withHeader = (
  response: ApiResponse,
  name: string,
  value: string | undefined,
): ApiResponse => ({
  ...response,
  headers: { ...response.headers, [name]: value },
});

describe('a response that the OpenAPI document describes', () => {
  it.each<[string, string, string, ApiResponse]>([
    ['a success', 'POST', '/v1/messages', sent],
    ['a replay', 'POST', '/v1/messages', withHeader(sent, 'idempotent-replayed', 'true')],
    ['no body', 'DELETE', '/v1/contacts/con_1', { status: 204, headers, body: undefined }],
    ['the headers alone', 'HEAD', '/v1/messages/msg_1', { status: 200, headers, body: undefined }],
    ['a problem', 'GET', '/v1/messages/msg_1?x=1', problem('not_found')],
    ['a wait', 'GET', '/v1/messages', withHeader(problem('rate_limited'), 'retry-after', '2')],
    ['a problem at an unknown address', 'PUT', '/v1/nothing', problem('method_not_allowed')],
    ['a success outside the API', 'GET', '/simulator/handsets', { ...sent, status: 200 }],
  ])('is accepted: %s', (_, method, url, response) => {
    expect(findResponseFaults(method, url, response)).toEqual([]);
  });
});

describe('a response that the OpenAPI document does not describe', () => {
  const extra = { ...sent, body: { ...message, secret: 'x' } };
  const { id: _, ...nameless } = message;
  it.each<[string, string, string, ApiResponse, RegExp]>([
    ['a status', 'POST', '/v1/messages', { ...sent, status: 200 }, /a status that/],
    ['a field', 'POST', '/v1/messages', extra, /additional properties/],
    ['a missing field', 'POST', '/v1/messages', { ...sent, body: nameless }, /'id'/],
    ['a type', 'POST', '/v1/messages', withHeader(sent, 'content-type', 'text/html'), /text\/html/],
    ['no body', 'POST', '/v1/messages', { ...sent, body: undefined }, /must be object/],
    ['a body', 'DELETE', '/v1/contacts/con_1', { ...sent, status: 204 }, /should be none/],
    ['no request ID', 'POST', '/v1/messages', withHeader(sent, 'request-id', ''), /Request-Id/],
    ['no limits', 'POST', '/v1/messages', withHeader(sent, 'ratelimit', undefined), /no RateLimit/],
    ['malformed limits', 'POST', '/v1/messages', withHeader(sent, 'ratelimit', '9'), /RateLimit: /],
    ['no wait', 'GET', '/v1/messages', problem('rate_limited'), /no Retry-After/],
    ['an error of another operation', 'GET', '/v1/messages/a', problem('webhook_disabled'), /409/],
    [
      'another code',
      'POST',
      '/v1/messages',
      problem('verification_blocked'),
      /\/code must be equal/,
    ],
    ['another status', 'GET', '/v1/messages/a', problem('not_found', { status: 400 }), /says 400/],
    ['another ID', 'GET', '/v1/messages/a', problem('not_found', { request_id: 'x' }), /another/],
    ['a failure', 'GET', '/v1/messages', problem('internal_error'), /a failure of the service/],
    ['an unknown address', 'GET', '/v1/nothing', { ...sent, status: 200 }, /a success that/],
    ['no problem', 'GET', '/v1/nothing', { ...sent, status: 404 }, /a problem of type/],
  ])('is a fault: %s', (_, method, url, response, fault) => {
    expect(findResponseFaults(method, url, response).join('; ')).toMatch(fault);
  });
});
