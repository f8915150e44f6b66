import { describe, expect, it } from '@jest/globals';
import { contract, errors, sampleOf, type ObjectSchema } from '@textloom/shared/contract';
import { apiRequest } from '../../connectors/zapier/src/creates/apiRequest.ts';
import { readFailure, runStep, type Item } from './runStep.ts';
import { startFarSide, type Answer } from './farSide.ts';
import { problemBody } from '../problemBody.ts';

interface Seen {
  readonly asked: string;
  readonly body: unknown;
  readonly headers: NodeJS.Dict<string | string[]>;
}

/** Makes a request, and returns what the service saw and what the step returned. */
async function request(inputData: Item, answer: Answer = { status: 200, body: {} }) {
  const seen: Seen[] = [];
  const { result } = await runStep(apiRequest, { inputData }, (asked, body, headers) => {
    seen.push({ asked, body, headers });
    return answer;
  });
  return { seen, result };
}
const said = async (...call: Parameters<typeof request>) =>
  (await readFailure(request(...call))).said;

describe('Make API Request', () => {
  it('sends the request with the key, and returns the response', async () => {
    const { seen, result } = await request(
      {
        method: 'post',
        path: '/lists?a=1',
        query: { b: 'x y' },
        headers: { 'Idempotency-Key': 'order-1' },
        body: '{"name": "Hi {{first_name}}"}',
      },
      { status: 201, body: { id: 'lst_1' }, headers: { 'request-id': 'req_7' } },
    );
    expect(seen).toMatchObject([
      {
        asked: 'POST /v1/lists?a=1&b=x+y',
        body: { name: 'Hi {{first_name}}' },
        headers: { authorization: 'Bearer tl_send_key', 'idempotency-key': 'order-1' },
      },
    ]);
    expect(result).toMatchObject({ status: 201, request_id: 'req_7', body: { id: 'lst_1' } });
  });

  it('sends no body if there is none', async () => {
    const { seen } = await request({ method: 'GET', path: 'account' });
    expect(seen[0]).toMatchObject({ asked: 'GET /v1/account', body: undefined });
  });

  it('refuses a body that it could not send', async () => {
    expect(await said({ method: 'GET', path: '/account', body: '{"a": 1}' })).toBe(
      'Body must be empty if Method is GET. Use Query instead. Correct the fields of this step.',
    );
  });

  it('sends the key to no other URL', async () => {
    const other = await startFarSide(() => ({ status: 200, body: {} }));
    try {
      for (const path of [`${other.authData.base_url}/account`, '/../metrics'])
        expect(await said({ method: 'GET', path })).toBe(
          'Path must be a path such as /messages, or a URL below the Base URL. Correct the fields of this step.',
        );
      const location = `${other.authData.base_url}/account`;
      const redirect = { status: 302, body: '', headers: { location } };
      expect(await said({ method: 'GET', path: '/account' }, redirect)).toContain('Base URL');
      expect(other.asked).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it.each(['Authorization', 'authorization', ' Host', 'Content-Length'])(
    'does not let the user set the header %s',
    async (name) => {
      expect(await said({ method: 'GET', path: '/account', headers: { [name]: 'x' } })).toMatch(
        /^Headers must not contain /,
      );
    },
  );

  it.each([{ 'A b': 'x' }, { 'X-A': 'x\ny' }])(
    'refuses the headers %j before the request',
    async (headers) => {
      expect(await said({ method: 'GET', path: '/account', headers })).toMatch(
        /^Headers must have names and values that HTTP allows/,
      );
    },
  );

  it.each(['{', '[]', '"text"', 'null'])(
    'refuses the body %s without repeating it',
    async (body) => {
      expect(await said({ method: 'POST', path: '/lists', body })).toBe(
        'Body must be a JSON object, such as {"name": "Newsletter"}. Correct the fields of this step.',
      );
    },
  );

  it('stops with the words of the service if it responds with an error', async () => {
    const body = problemBody('validation_failed', 422, {
      detail: `${errors.validation_failed.title}.`,
      errors: [{ pointer: '/name', code: 'required', detail: 'is required' }],
    });
    expect(await said({ method: 'POST', path: '/lists' }, { status: 422, body })).toBe(
      'name is required. Correct the fields of this step.',
    );
    const gone = problemBody('not_found', 404, { detail: 'There is no such list.' });
    const unknown = { status: 404, body: gone };
    expect(await said({ method: 'GET', path: '/lists/1' }, unknown)).toMatch(
      /^There is no such list\./,
    );
  });

  it('continues with the error if the user chose that', async () => {
    const { result } = await request(
      { method: 'GET', path: '/lists/1', stop_on_error: 'false' },
      { status: 404, body: problemBody('not_found', 404) },
    );
    expect(result).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each([
    ['a new API key', 'POST', '/keys', contract.key.create.output],
    ['the secret of a new webhook', 'post', '/%77ebhooks', contract.webhook.create.output],
    ['a new secret', 'POST', '/webhooks/1/rotate_secret', contract.webhook.rotateSecret.output],
  ])('does not show %s in the history of the Zap', async (_title, method, path, output) => {
    const body = sampleOf<ObjectSchema>(output) as Item;
    const secrets = Object.entries(output.properties).flatMap(([name, field]) =>
      'secret' in field ? [body[name]] : [],
    );
    const { result } = await request({ method, path }, { status: 201, body });
    expect(secrets).toHaveLength(1);
    expect(JSON.stringify(result)).not.toContain(secrets[0]);
    expect(result).toMatchObject({ body: { id: body.id } });
  });

  it('is not repeated if its response is lost, and says that it may have been carried out', async () => {
    let calls = 0;
    const post = { method: 'POST', path: '/lists', body: '{"name": "A"}' };
    const work = runStep(apiRequest, { inputData: post }, () => {
      calls++;
      return undefined;
    });
    const { name, said } = await readFailure(work);
    expect(name).toBe('AppError');
    expect(said).toMatch(/^The service did not respond\. The service may have carried out /);
    expect(calls).toBe(1);
  });

  it('is not repeated if the service is not available', async () => {
    let calls = 0;
    const inputData = { method: 'GET', path: '/account', stop_on_error: false };
    const body = problemBody('unavailable', 503);
    await runStep(apiRequest, { inputData }, () => ({ status: ++calls && 503, body }));
    expect(calls).toBe(1);
  });

  it('that reaches no server says so', async () => {
    const far = await startFarSide(() => ({ status: 200, body: {} }));
    await far.stop();
    const { authData } = far;
    const inputData = { method: 'POST', path: '/lists', body: '{"name": "A"}' };
    const work = runStep(apiRequest, { inputData, authData }, () => ({ status: 200, body: {} }));
    expect((await readFailure(work)).said).toMatch(/^The service could not be reached\. /);
  });
});
