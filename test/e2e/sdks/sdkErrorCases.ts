import { contract, errors, headers, problemType, sampleOf } from '@textloom/shared/contract';
import { problemBody } from '../../problemBody.ts';

interface Response {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
/** A response, or a connection that breaks after the service got the request. */
type Answer = Response | 'lost';
/** How a call ends: with success, or with an error. */
type End = 'done' | readonly [code: string, status: number, mayHaveRun: boolean];

export interface SdkErrorCase {
  readonly name: string;
  readonly call: 'send' | 'preview' | 'acknowledge' | 'update' | 'delete';
  readonly answers: readonly Answer[];
  readonly end: End;
}

const problem = (code: string, status: number): Response => ({
  status,
  body: problemBody(code, status),
  headers: { 'content-type': problemType },
});
const own = (code: keyof typeof errors): Response => problem(code, errors[code].status);
const proxy = (status: number, body: unknown): Response => ({ status, body });
const after = (seconds: string, response: Response): Response => ({
  ...response,
  headers: { ...response.headers, [headers.retryAfter]: seconds },
});
/** No client waits that long, so it makes no other attempt. */
const final = (response: Response): Response => after('3000', response);

const page = '<h1>Not here</h1>';
const upstream = { code: 'BAD_GATEWAY', message: 'No upstream' };
const noRoute = { code: 'not_found', status: 404, message: 'No route' };
const sent: Response = { status: 202, body: sampleOf(contract.message.send.output) };
const nested = '['.repeat(100_000) + ']'.repeat(100_000);
const foreign = (status: number): End => ['unexpected_response', status, true];
const noResponse: End = ['network', 0, true];
const optedOut: End = ['recipient_opted_out', 422, false];

const sending: readonly (readonly [name: string, answers: readonly Answer[], end: End])[] = [
  ['the JSON error of a gateway', [final(proxy(502, upstream))], foreign(502)],
  [
    'the JSON error of a gateway with its status',
    [final(proxy(504, { ...upstream, status: 504 }))],
    foreign(504),
  ],
  [
    'the JSON error of a gateway with a code that the service has, too',
    [final(proxy(503, { code: 'unavailable', status: 503, message: 'No upstream' }))],
    foreign(503),
  ],
  ['the JSON error of a gateway, then the message', [proxy(502, upstream), sent], 'done'],
  ['a timeout of Cloudflare, then the message', [proxy(524, page), sent], 'done'],
  ['a tunnel of Cloudflare without the service', [final(proxy(530, page))], foreign(530)],
  ['no delay, then the message', [after('0', proxy(503, page)), sent], 'done'],
  [
    'an error of the service that has another status than the response',
    [final({ ...own('not_found'), status: 502 })],
    foreign(502),
  ],
  ['a limit of a proxy', [final(proxy(429, page))], ['rate_limited', 429, false]],
  ['a body that a proxy refuses', [proxy(413, page)], ['payload_too_large', 413, false]],
  ['JSON that no parser reads', [final(proxy(502, nested))], foreign(502)],
  ['a Retry-After that is not a number', [after('\u00b2', proxy(500, page))], foreign(500)],
  ['an unconfirmed message', [final(own('unconfirmed'))], ['unconfirmed', 503, true]],
  ['a service that sent nothing', [final(own('unavailable'))], ['unavailable', 503, false]],
  ['an error of the service', [own('recipient_opted_out')], optedOut],
  ['an error of a newer service', [problem('too_loud', 422)], ['too_loud', 422, false]],
  [
    'a temporary error of a newer service, which may have sent the message',
    [final(problem('too_busy', 503))],
    ['too_busy', 503, true],
  ],
  ['no response, then a page', ['lost', proxy(404, page)], noResponse],
  ['no response, then the page of a firewall', ['lost', proxy(403, page)], noResponse],
  ['no response, then the JSON error of a gateway', ['lost', proxy(404, noRoute)], noResponse],
  ['no response, then a URL where nothing exists', ['lost', own('unknown_path')], noResponse],
  ['no response, then a refused key', ['lost', own('unauthenticated')], noResponse],
  [
    'the JSON error of a gateway, then a refused key',
    [after('0', proxy(502, upstream)), own('unauthenticated')],
    foreign(502),
  ],
  [
    'no response, then a refusal with the same idempotency key',
    ['lost', own('recipient_opted_out')],
    optedOut,
  ],
];

export const sdkErrorCases: readonly SdkErrorCase[] = [
  ...sending.map(([name, answers, end]) => ({ name, call: 'send' as const, answers, end })),
  {
    name: 'no response to a preview, which sends nothing, then the JSON error of a gateway',
    call: 'preview',
    answers: ['lost', final(proxy(502, upstream))],
    end: ['unexpected_response', 502, false],
  },
  {
    name: 'no response to a change without an idempotency key, then a refusal',
    call: 'update',
    answers: ['lost', own('validation_failed')],
    end: noResponse,
  },
  {
    name: 'no response to a repeatable POST, then a refusal',
    call: 'acknowledge',
    answers: ['lost', own('not_found')],
    end: noResponse,
  },
  {
    name: 'no response to a deletion, then no such object',
    call: 'delete',
    answers: ['lost', own('not_found')],
    end: 'done',
  },
  {
    name: 'no response to a deletion, then the JSON error of a gateway',
    call: 'delete',
    answers: ['lost', proxy(404, noRoute)],
    end: noResponse,
  },
];
