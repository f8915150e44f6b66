import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  basePath,
  contract,
  errors,
  hasBody,
  headers as names,
  limits,
  operations,
  sampleOf,
  wireName,
  type ErrorCode,
  type Operation,
} from '@textloom/shared/contract';
import { toRequest } from '@textloom/shared/client';
import { openApiDocument } from '@textloom/shared/openapi';
import { version } from '../../../service/lib/version.ts';
import { antiExamples } from '../../contract/antiExamples.ts';
import type { ApiResponse } from '../harness/checkResponse.ts';
import { authorization, handset, type Account, type Harness } from '../harness/harness.ts';
import { mutatedRequests } from '../harness/mutatedRequests.ts';
import { until } from '../harness/until.ts';

const { send, list, get, sendBatch } = contract.message;
const idempotencyKey = names.idempotencyKey.toLowerCase();
const json = { 'content-type': 'application/json' };

/** Each run sends other requests. Set REQUEST_SEED to repeat the requests of an earlier run. */
const seed = Number(process.env.REQUEST_SEED ?? Date.now() % 2 ** 31);

/** Tests how the service handles valid and invalid requests. */
export function describeProtocol(harness: () => Harness): void {
  describe('a request', () => {
    let account: Account;
    beforeAll(() => {
      account = harness().account();
    });

    const refused = (response: ApiResponse, code: ErrorCode) => {
      expect(response.body).toMatchObject({ code, title: errors[code].title });
      expect(response.status).toBe(errors[code].status);
    };
    const pointers = ({ body }: ApiResponse) =>
      (body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);

    describe.each(antiExamples)('to $resource.$name', ({ operation, refused: inputs }) => {
      it.each(inputs.map((one) => [one.reason, one] as const))(
        'is refused because %s',
        async (_, { input, pointer }) => {
          const { method, path, body, headers } = toRequest(operation, input);
          const response = await account.raw({
            method,
            path,
            headers,
            ...(body && { body: JSON.stringify(body) }),
          });
          refused(response, 'validation_failed');
          expect(pointers(response)).toEqual([pointer]);
        },
      );
    });

    it('that is refused stores nothing', async () => {
      const { data } = await account.client.message.list({});
      expect(data).toEqual([]);
      expect((await account.client.contact.list({})).data).toEqual([]);
      expect((await account.client.webhook.list({})).data).toEqual([]);
    });

    it.each(
      (
        [
          ['{"to":', 'malformed_json'],
          ['{"to":"+1","to"}', 'malformed_json'],
          ['{"__proto__":{"admin":true},"text":"Hi"}', 'malformed_json'],
          ['', 'validation_failed'],
          ['null', 'validation_failed'],
          ['[]', 'validation_failed'],
          ['42', 'validation_failed'],
          ['"text"', 'validation_failed'],
          [`{"text":"${'x'.repeat(2 * limits.bodyBytes)}"}`, 'payload_too_large'],
          ['['.repeat(400_000), 'malformed_json'],
          ['['.repeat(400_000) + ']'.repeat(400_000), 'malformed_json'],
          [`{"text":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`, 'malformed_json'],
          [
            `{"text":"Hi","metadata":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`,
            'malformed_json',
          ],
          [`{"messages":[${'1,'.repeat(400_000)}1]}`, 'validation_failed'],
          [
            `{${Array.from({ length: 60_000 }, (_, i) => `"f${i}":1`).join()}}`,
            'validation_failed',
          ],
        ] as [string, ErrorCode][]
      ).map(([body, code]) => [body.slice(0, 30), body.length, code, body] as const),
    )('with the body %s (%i bytes) is refused as %s', async (_, __, code, body) => {
      for (const { method, path } of [send, sendBatch])
        refused(await account.raw({ method, path, headers: json, body }), code);
    });

    it('is refused with the reason if it is not in UTF-8 or has a forbidden field name', async () => {
      for (const { method, path } of [send, sendBatch]) {
        const pollution = '{"to":"+12025550123","text":"Hi","metadata":{"__proto__":"1"}}';
        const refusal = await account.raw({ method, path, headers: json, body: pollution });
        expect(refusal.body).toMatchObject({ detail: expect.stringContaining('__proto__') });
        const body = Buffer.from('{"to":"+12025550123","text":"Gr\xfc\xdfe"}', 'latin1');
        const response = await account.raw({ method, path, headers: json, body });
        refused(response, 'malformed_json');
        expect(response.body).toMatchObject({ detail: expect.stringContaining('UTF-8') });
      }
    });

    it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense', ''])(
      'with the media type "%s" is refused',
      async (type) => {
        const headers = { 'content-type': type };
        refused(
          await account.raw({ ...send, headers, body: '{"text":"Hi"}' }),
          'unsupported_media_type',
        );
      },
    );

    it.each(['/', '/docs', '/carriers/acme/texts', '/nothing'])(
      'to %s with the method QUERY and without a media type is refused',
      async (path) => {
        const { status } = await fetch(harness().url + path, { method: 'QUERY' });
        expect(status).toBe(errors.unsupported_media_type.status);
      },
    );

    it.each([
      'application/json',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
      undefined,
    ])('without fields needs no body, whatever its type is: %s', async (type) => {
      const headers = { ...(type && { 'content-type': type }), 'content-length': '0' };
      const response = await account.raw({
        method: 'POST',
        path: '/messages/none/cancel',
        headers,
      });
      refused(response, 'not_found');
    });

    it('may name the character set of its JSON', async () => {
      const response = await account.raw({
        ...send,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ to: handset(0), text: 'Grüße' }),
      });
      expect(response.status).toBe(202);
    });

    it.each([
      ['text', { text: 'a\0b' }],
      ['text', { text: 'half \ud83d' }],
      ['metadata/order', { metadata: { order: '\udc00' } }],
      ['metadata/a~1b~0c', { metadata: { 'a/b~c': '\0' } }],
      ['reference', { reference: '\0' }],
    ])('with an invalid character in %s is refused there', async (field, change) => {
      const response = await account.json('POST', send.path, {
        to: handset(0),
        text: 'Hi',
        ...change,
      });
      refused(response, 'validation_failed');
      expect(pointers(response)).toEqual([`/${field}`]);
    });

    it('may write the plus sign of a number or a time into the URL as it is', async () => {
      const own = harness().account();
      await own.client.account.update({ default_country: 'DE' });
      const to = handset(7);
      const { id } = await own.client.message.send({ to, text: 'Hi' });
      const path = `${list.path}?to=${to}&created_after=2026-01-31T09:30:00+01:00`;
      const { body } = await own.raw({ method: 'GET', path });
      expect(body).toMatchObject({ data: [{ id }] });
    });

    it('keeps every valid character in text and metadata', async () => {
      const text = '😀 é\u2028\u200d👨‍👩‍👧 {name} \\u0000 "quoted" שלום \u001f \ufffe';
      const metadata = { ['ключ {{a}}']: text, 'a/b~c': '' };
      const sent = await account.client.message.send({ to: handset(0), text, metadata });
      const message = await account.reaches(sent.id);
      expect(message).toMatchObject({ text, metadata, status: 'delivered' });
      expect((await account.textsOn(handset(0))).map((one) => one.text)).toContain(text);
    });

    it.each([
      '/contacts/%00',
      '/contacts/%2e%2e%2f',
      '/contacts//',
      `/contacts/${'x'.repeat(65)}`,
      `/contacts/${'%F0%9F%98%80'.repeat(20)}`,
      '/messages?cursor=%00',
      '/messages?to=%',
      '/messages?%00=1',
      '/messages?__proto__=1&constructor=2',
      '/messages?limit=1&limit=2',
      '/messages?limit=',
      '/messages?limit=1.5',
      '/messages?limit=NaN',
      '/messages?status[]=sent',
      '/messages?created_after=2026-02-30T00:00:00Z',
      '/messages?created_after=0000-01-01T00:00:00Z',
      '/messages?created_before=2026-06-30T23:59:60Z',
      '/messages?created_before=9999-12-31T23:59:59-01:00',
      '/messages?created_before=2026-06-30T23:59:00%2B05',
      '/events?type=&type=&type=',
      `/events?${'type=message.sent&'.repeat(30)}`,
      '/webhooks?url=%2F%2F',
      `/messages?reference=${'%61'.repeat(300)}`,
    ])('at %s gets a problem', async (path) => {
      const { status } = await account.raw({ method: 'GET', path });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    });

    const limited = operations.filter(
      ({ operation: { method, input } }) =>
        method === 'GET' && Object.hasOwn(input.properties, 'limit'),
    );
    it.each(['Infinity', '-Infinity', '1e400'])(
      'with parameters of the query that are infinite numbers is refused: %s',
      async (limit) => {
        for (const { operation } of limited) {
          const path = operation.path.replace(/\{\w+\}/g, 'x');
          const response = await account.raw({ method: 'GET', path: `${path}?limit=${limit}` });
          expect([path, response.status, pointers(response)]).toEqual([
            ...[path, 422],
            expect.arrayContaining(['/limit']),
          ]);
        }
      },
    );

    it('cannot set a field to null, unless the contract says so', async () => {
      const ownFields = ({ path, input }: Operation) =>
        Object.entries(input.properties).filter(([name]) => !path.includes(`{${name}}`));
      const checked = new Set<string>();
      for (const { operation } of operations) {
        if (!hasBody(operation)) continue;
        for (const [name] of ownFields(operation).filter(([, field]) => !field.nullable)) {
          const field = wireName(operation.input, name);
          const { body } = await account.raw({
            method: operation.method,
            path: operation.path.replace(/\{\w+\}/g, 'x'),
            headers: json,
            body: JSON.stringify({ [field]: null }),
          });
          const { errors: found = [] } = body as { errors?: { pointer: string; code: string }[] };
          const refused = found.filter(({ code }) => ['wrong_type', 'not_one_of'].includes(code));
          expect([operation.path, refused.map(({ pointer }) => pointer)]).toEqual([
            operation.path,
            [`/${field}`],
          ]);
          checked.add(operation.method);
        }
      }
      expect([...checked].sort()).toEqual(['PATCH', 'POST']);
    });

    it('with null as its whole body is refused', async () => {
      const { body } = await account.raw({ ...send, headers: json, body: 'null' });
      expect(body).toMatchObject({ detail: 'The request: must be an object' });
    });

    it.each(['/console/%00', '/console//etc', '/console/..%2f..%2fetc/passwd'])(
      'to %s, which leads out of the console, gets 404',
      async (path) => expect((await fetch(harness().url + path)).status).toBe(404),
    );

    it.each([
      '/contacts/%zz',
      '/contacts/%e0%a4%a',
      '/contacts/%ff%fe',
      `/contacts/${'x'.repeat(400)}`,
      `/contacts/${'x'.repeat(9_000)}`,
    ])('at %s, which is unreadable, gets 404', async (path) => {
      refused(await account.raw({ method: 'GET', path }), 'not_found');
    });

    it('with too many headers is refused', async () => {
      const path = `/contacts/${'x'.repeat(40_000)}`;
      refused(await account.raw({ ...get, path }), 'headers_too_large');
      expect((await account.raw({ method: 'GET', path: '/account' })).status).toBe(200);
    });

    it.each([
      ['no key', {}],
      ['an empty key', authorization('')],
      ['a wrong key', authorization('tl_admin_wrong_wrong_wrong')],
      ['a key of another kind', { authorization: 'Basic dXNlcjpwYXNz' }],
      ['garbage instead of a key', authorization('\u00ff\u00fe {}"\\ \t x')],
      ['a very long key', authorization('k'.repeat(8_000))],
    ])('with %s is not authenticated', async (_, headers) => {
      for (const { operation } of operations) {
        const path = operation.path.replace(/\{\w+\}/g, 'x');
        const response = await account.raw({
          method: operation.method,
          path,
          headers: { authorization: '', ...headers },
        });
        refused(response, 'unauthenticated');
      }
    });

    it('may spell the scheme of its key in any case', async () => {
      const { authorization: named } = authorization(account.keys.read);
      for (const value of [named!.replace('Bearer', 'bearer'), named!.replace('Bearer', 'BEARER')])
        expect(
          (
            await account.raw({
              method: 'GET',
              path: '/account',
              headers: { authorization: value },
            })
          ).status,
        ).toBe(200);
    });

    it('can do what the scope of its key includes, and no more', async () => {
      const as = (key: string, method: string, path: string) =>
        account.json(method, path, method === 'GET' ? undefined : {}, authorization(key));
      const { read, send: sender, admin } = account.keys;
      for (const { operation } of operations) {
        const path = operation.path.replace(/\{\w+\}/g, 'x');
        const mayRead = operation.scope === 'read';
        const maySend = operation.scope !== 'admin';
        if (!mayRead) refused(await as(read, operation.method, path), 'insufficient_scope');
        if (!maySend) refused(await as(sender, operation.method, path), 'insufficient_scope');
        if (mayRead) expect((await as(read, operation.method, path)).status).not.toBe(403);
        expect((await as(admin, operation.method, path)).body).not.toMatchObject({
          code: 'insufficient_scope',
        });
      }
      for (const [scope, key] of Object.entries(account.keys))
        expect((await as(key, 'GET', '/account')).body).toMatchObject({ scope });
      const message = { to: handset(0), text: 'Hi' };
      refused(
        await account.json('POST', send.path, message, authorization(read)),
        'insufficient_scope',
      );
      const { status } = await account.json('POST', send.path, message, authorization(sender));
      expect(status).toBe(202);
    });

    it('that needs no key gets rate limit headers like any other', async () => {
      for (const path of ['/health', '/openapi.json']) {
        const { status, headers } = await account.raw({
          method: 'GET',
          path,
          headers: { authorization: '' },
        });
        expect(status).toBe(200);
        expect(headers[names.rateLimit.toLowerCase()]).toMatch(/^"default";r=\d+/);
        expect(headers[names.rateLimitPolicy.toLowerCase()]).toMatch(/^"default";q=\d+/);
      }
    });

    it.each(['/', '/nothing', '/messages/a/b/c', '/Messages', '/../v1/messages'])(
      'to the unknown path %s gets 404',
      async (path) => {
        refused(await account.raw({ method: 'GET', path }), 'unknown_path');
      },
    );

    it('with an unsupported method gets a list of the supported ones', async () => {
      for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const response = await account.json(method, send.path, {});
        refused(response, 'method_not_allowed');
        expect(response.headers.allow!.split(', ').sort()).toEqual(['GET', 'POST']);
      }
    });

    it('with HEAD gets the headers of a GET response', async () => {
      const head = await account.raw({ method: 'HEAD', path: list.path });
      expect(head).toMatchObject({ status: 200, body: undefined });
      expect((await account.raw({ method: 'HEAD', path: '/nothing' })).status).toBe(404);
    });

    it.each([
      'x',
      'eyJpZCI6MX0',
      '%F0%9F%98%80',
      '..',
      Buffer.from("con_' or 1=1").toString('base64url'),
    ])('with the cursor %s is refused', async (cursor) => {
      for (const path of ['/messages', '/contacts', '/events', '/webhooks', '/numbers']) {
        refused(
          await account.raw({ method: 'GET', path: `${path}?cursor=${cursor}` }),
          'invalid_cursor',
        );
      }
    });

    const lists = operations.filter(
      ({ operation: { input, path } }) => 'cursor' in input.properties && !path.includes('{'),
    );
    it.each(lists.map(({ operation: { path } }) => path))(
      'to list %s with the cursor of other objects is refused',
      async (path) => {
        const other = Buffer.from(`att_${'0'.repeat(26)}`).toString('base64url');
        refused(
          await account.raw({ method: 'GET', path: `${path}?cursor=${other}` }),
          'invalid_cursor',
        );
      },
    );

    it.each(['', 'k'.repeat(256), '""', 'tab\tin', 'é'])(
      'with the idempotency key "%s" is refused',
      async (key) => {
        const headers = { [idempotencyKey]: key };
        const response = await account.json(
          'POST',
          send.path,
          { to: handset(0), text: 'Hi' },
          headers,
        );
        refused(response, 'invalid_idempotency_key');
      },
    );

    /** Returns the fields that a body needs. */
    const readBody = ({ method, path, input }: Operation) => {
      if (method !== 'PATCH' && method !== 'POST') return undefined;
      const { required: all = [], atLeastOne = [] } = input;
      const required = [...all, ...atLeastOne.slice(0, 1)].filter(
        (name) => !path.includes(`{${name}}`),
      );
      const sample = sampleOf(input) as Readonly<Record<string, unknown>>;
      return Object.fromEntries(required.map((name) => [name, sample[name]]));
    };

    it.each<[string, string, object, string]>([
      ['POST', '/messages?to=x', { to: handset(0), text: 'Hi' }, 'query, but belongs in the body'],
      ['DELETE', `/contacts/${handset(9)}`, { erase: 'false' }, 'body, but belongs in the query'],
      ['DELETE', `/contacts/${handset(9)}`, { id: 'x' }, 'not a field'],
      ['DELETE', `/contacts/${handset(9)}`, [], 'an object'],
    ])(
      '%s %s with %j, which does not belong there, is refused',
      async (method, path, body, detail) => {
        await account.client.contact.upsert({ phone: handset(9) });
        const response = await account.json(method, path, body);
        refused(response, 'validation_failed');
        expect((response.body as { detail: string }).detail).toContain(detail);
        expect(await account.client.contact.get({ id: handset(9) })).toBeDefined();
        expect((await account.client.erasure.list({})).data).toEqual([]);
      },
    );

    it.each(['/messages?limit=1&limit=2', '/messages?to=a&to=b'])(
      'GET %s, which repeats a parameter, is refused',
      async (path) => {
        const response = await account.json('GET', path);
        refused(response, 'validation_failed');
        expect(response.body).toMatchObject({
          errors: [{ code: 'wrong_type', detail: 'is in the query more than once' }],
        });
      },
    );

    it('for a missing object gets 404', async () => {
      for (const { operation } of operations.filter(({ operation: { path } }) =>
        path.includes('{'),
      )) {
        const path = operation.path.replace(/\{\w+\}/g, 'none');
        refused(await account.json(operation.method, path, readBody(operation)), 'not_found');
      }
    });

    it('for an object of another account gets 404', async () => {
      const other = harness().account();
      const message = await other.client.message.send({ to: handset(0), text: 'Hi' });
      const contact = await other.client.contact.upsert({ phone: handset(1) });
      const webhook = await other.client.webhook.create({
        url: 'http://127.0.0.1:9/',
        events: ['*'],
      });
      await other.reaches(message.id);
      const [event] = await other.eventsOf(message.id);
      const list = await other.client.list.create({ name: 'Newsletter' });
      const [number] = (await other.client.number.list({})).data;
      const registration = await other.client.registration.submit({
        ...sampleOf(contract.registration.submit.input),
        number_ids: [],
      });
      await other.textFrom(handset(3), 'How do I get off this list?');
      const review = await until(
        'the doubtful text is in review',
        async () => (await other.client.review.list({})).data[0],
      );
      const ids = {
        conversation: await other.client.conversation.open({ phone: handset(2) }),
        review,
        broadcast: await other.client.broadcast.create({
          name: 'Sale',
          audience: { list_ids: [list.id] },
          purpose: 'notification',
          text: 'Hi',
        }),
        verification: await other.client.verification.start({ to: handset(4) }),
        key: await other.client.key.create({ name: 'Theirs', scope: 'read' }),
        message,
        contact,
        list,
        number: number!,
        registration,
        webhook,
        event: event!,
      };
      for (const { resource, operation } of operations) {
        // Carriers belong to no account.
        if (!operation.path.includes('{') || resource === 'carrier') continue;
        const { id } = ids[resource as keyof typeof ids];
        const path = operation.path
          .replace('{id}', id)
          .replace('{contact_id}', contact.id)
          .replace('{prefix}', '+1202555');
        refused(await account.json(operation.method, path, readBody(operation)), 'not_found');
      }
      expect((await account.client.contact.list({ phone: handset(1) })).data).toEqual([]);
      expect((await account.client.event.list({ message_id: message.id })).data).toEqual([]);
      refused(
        await account.json('POST', send.path, { contact_id: contact.id, text: 'Hi' }),
        'validation_failed',
      );
      refused(
        await account.json('POST', send.path, { to: handset(0), from: other.number, text: 'Hi' }),
        'sender_not_owned',
      );
    });

    it('to the simulator is checked like any other', async () => {
      for (const number of ['%00', '%zz', 'x', '+1202555', '%2B12025550100']) {
        const at = `/../simulator/handsets/${number}/texts`.replace('/..', '');
        for (const [method, body] of [
          ['GET'],
          ['POST', '{"to":1}'],
          ['POST', '[]'],
          ['POST', '"x"'],
        ] as const) {
          const response = await simulator(account, harness().url, method, at, body);
          // A GET of a possible handset is never refused.
          const isRead = method === 'GET' && number === '%2B12025550100';
          expect([method, number, response.status]).toEqual([
            method,
            number,
            isRead ? 200 : number === '%zz' ? 404 : 422,
          ]);
        }
      }
      harness().faults.length = 0;
    });

    it(`never makes the service fail, however it is mutated (REQUEST_SEED=${seed})`, async () => {
      const broken: string[] = [];
      for (const request of mutatedRequests(300, seed)) {
        const response = await account.raw(request);
        if (response.status >= 500)
          broken.push(`${request.method} ${request.path} ${String(request.body)}`);
      }
      expect(broken).toEqual([]);
    });
  });

  describe('the OpenAPI document', () => {
    let account: Account;
    let document: ReturnType<typeof openApiDocument>;
    beforeAll(async () => {
      account = harness().account();
      const response = await account.raw({
        method: 'GET',
        path: '/openapi.json',
        headers: { authorization: '' },
      });
      expect(response.status).toBe(200);
      document = response.body as typeof document;
    });

    it('is not sent again to a client that has it', async () => {
      const get = (headers: Record<string, string>) =>
        fetch(`${harness().url}${basePath}/openapi.json`, { headers });
      const { headers } = await get({});
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      const again = await get({ 'if-none-match': headers.get('etag')! });
      expect([again.status, await again.text()]).toEqual([304, '']);
    });

    it('is the one that every response is checked against', () => {
      expect(document).toEqual(
        JSON.parse(JSON.stringify(openApiDocument({ version, serverUrl: basePath }))),
      );
    });

    it('describes paths that are served, with the access that it states', async () => {
      for (const [path, methods] of Object.entries(document.paths))
        for (const [method, operation] of Object.entries(methods)) {
          const response = await account.raw({
            method: method.toUpperCase(),
            path: path.replace(/\{\w+\}/g, 'none'),
            headers: { authorization: '' },
          });
          const isOpen = 'security' in operation;
          expect([path, method, response.status]).toEqual([path, method, isOpen ? 200 : 401]);
        }
    });
  });
}

const simulator = async (
  account: Account,
  url: string,
  method: string,
  path: string,
  body?: string,
): Promise<ApiResponse> => {
  const { rawRequest } = await import('../harness/rawRequest.ts');
  return rawRequest(url, {
    method,
    path,
    headers: { ...authorization(account.keys.admin), ...(body && json) },
    ...(body && { body }),
  });
};
