import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { contract, limits, problemType, sampleOf } from '@textloom/shared/contract';
import { startServer, type LocalServer } from '../../../scripts/programs/startServer.ts';
import { problemBody } from '../../problemBody.ts';
import { installPackage, removePackage } from '../package/nodePackage.ts';
import { inNode, inPhp, inPython, runSdkProgram } from './runSdkProgram.ts';

const project = await installPackage();
afterAll(() => removePackage(project));

/**
 * These programs make the call named `CALL`, and print "done", or the code, the status, the invalid
 * fields and the text of the error.
 */
const programs = [
  inNode(`const { ApiError, Textloom, sendMany } = require("${project}/node_modules/textloom");
const to = "+12025550123";
const time = new Date("2026-03-01T12:00:00.250Z");
const valid = { to, text: "Hi", ttl: undefined };
const wrong = { to, text: "Hi", metadata: { order: 1042n } };
const calls = {
  time: (client) => client.messages.send({ to, text: "Hi", send_at: time }),
  nestedTime: (client) => client.contacts.upsert({ phone: to, consent: { method: "web_form", at: time } }),
  batchTime: (client) => client.messages.sendBatch({ messages: [{ ...valid, send_at: time }] }),
  manyTimes: (client) => sendMany(client, [{ ...valid, send_at: time }]),
  queryTime: (client) => client.messages.list({ created_after: time }),
  badTime: (client) => client.messages.send({ to, text: "Hi", send_at: new Date(NaN) }),
  emptyList: (client) => client.events.list({ related_to: [] }),
  wrong: (client) => client.messages.send(wrong),
  wrongInBatch: (client) => client.messages.sendBatch({ messages: [valid, wrong] }),
  wrongInMany: (client) => sendMany(client, [valid, wrong]),
  nulls: (client) => client.messages.sendBatch({ messages: [valid] }),
  manyNulls: (client) => sendMany(client, [valid]),
  filtered: (client) => client.messages.send({ to, text: "Hi", media_urls: ["", "https://a.example/b.png"].filter(Boolean) }),
  large: (client) => client.contacts.import({ csv: "a".repeat(8 * 2 ** 20) }),
};
const client = new Textloom({ apiKey: "tl_send_Zebra", baseUrl: process.env.URL, retryFor: 0 });
calls[process.env.CALL](client).then(
  () => console.log('["done"]'),
  (error) => console.log(JSON.stringify(
    error instanceof ApiError ? [error.code, error.status, error.fieldErrors, error.message] : [String(error)],
  )),
);`),
  inPython(`from datetime import datetime, timedelta, timezone
from textloom import ApiError, Client, send_many
to = "+12025550123"
time = datetime(2026, 3, 1, 13, 0, 0, 250000, timezone(timedelta(hours=1)))
valid = {"to": to, "text": "Hi", "ttl": None}
wrong = {"to": to, "text": "Hi", "metadata": {"order": object()}}
calls = {
    "time": lambda client: client.messages.send(to=to, text="Hi", send_at=time),
    "nestedTime": lambda client: client.contacts.upsert(phone=to, consent={"method": "web_form", "at": time}),
    "batchTime": lambda client: client.messages.send_batch(messages=[{**valid, "send_at": time}]),
    "manyTimes": lambda client: send_many(client, [{**valid, "send_at": time}]),
    "queryTime": lambda client: client.messages.list(created_after=time),
    "badTime": lambda client: client.messages.send(to=to, text="Hi", send_at=datetime(2026, 3, 1)),
    "emptyList": lambda client: client.events.list(related_to=[]),
    "wrong": lambda client: client.messages.send(**wrong),
    "wrongInBatch": lambda client: client.messages.send_batch(messages=[valid, wrong]),
    "wrongInMany": lambda client: send_many(client, [valid, wrong]),
    "nulls": lambda client: client.messages.send_batch(messages=(valid,)),
    "manyNulls": lambda client: send_many(client, iter([valid])),
    "filtered": lambda client: client.messages.send(to=to, text="Hi", media_urls=[url for url in ("", "https://a.example/b.png") if url]),
    "large": lambda client: client.contacts.import_(csv="a" * 8 * 2**20),
}
try:
    calls[os.environ["CALL"]](Client("tl_send_Zebra", os.environ["URL"], retry_for=0))
    print('["done"]')
except ApiError as error:
    print(json.dumps([error.code, error.status, error.field_errors, str(error)]))`),
  inPhp(`$to = "+12025550123";
$time = new DateTimeImmutable("2026-03-01T13:00:00.250+01:00");
$valid = ["to" => $to, "text" => "Hi", "ttl" => null];
$wrong = ["to" => $to, "text" => "Hi", "metadata" => ["order" => NAN]];
$calls = [
    "time" => fn ($client) => $client->messages->send(to: $to, text: "Hi", sendAt: $time),
    "nestedTime" => fn ($client) => $client->contacts->upsert(phone: $to, consent: ["method" => "web_form", "at" => $time]),
    "batchTime" => fn ($client) => $client->messages->sendBatch([["send_at" => $time] + $valid]),
    "manyTimes" => fn ($client) => $client->sendMany([["send_at" => $time] + $valid]),
    "queryTime" => fn ($client) => $client->messages->list(createdAfter: $time),
    "badTime" => fn ($client) => $client->messages->send(to: $to, text: "Hi", sendAt: "\\xff"),
    "emptyList" => fn ($client) => $client->events->list(relatedTo: []),
    "wrong" => fn ($client) => $client->messages->send(...$wrong),
    "wrongInBatch" => fn ($client) => $client->messages->sendBatch([$valid, $wrong]),
    "wrongInMany" => fn ($client) => $client->sendMany([$valid, $wrong]),
    "nulls" => fn ($client) => $client->messages->sendBatch([$valid]),
    "manyNulls" => fn ($client) => $client->sendMany([$valid]),
    "filtered" => fn ($client) => $client->messages->send(to: $to, text: "Hi", mediaUrls: array_filter(["", "https://a.example/b.png"])),
    "large" => fn ($client) => $client->contacts->import(csv: str_repeat("a", 8 * 2 ** 20)),
];
try {
    $calls[getenv("CALL")](new Textloom\\Client("tl_send_Zebra", getenv("URL"), retryFor: 0));
    echo '["done"]';
} catch (Textloom\\ApiException $error) {
    echo json_encode([$error->errorCode, $error->status, $error->fieldErrors, $error->getMessage()]);
}`),
];

type Body = Readonly<Record<string, unknown>>;
const message = sampleOf(contract.message.send.output);
const answers: Readonly<Record<string, object>> = {
  '/v1/messages': message,
  '/v1/messages/batch': { results: [{ status: 202, message, problem: null }] },
  '/v1/contacts': sampleOf(contract.contact.upsert.output),
};

describe.each(programs)('the inputs of a call in the SDK for $language', (program) => {
  const requests: { readonly query: URLSearchParams; readonly body: Body }[] = [];
  let server: LocalServer;
  beforeAll(async () => {
    server = await startServer(async (request, response) => {
      const { pathname, searchParams: query } = new URL(request.url!, 'http://127.0.0.1');
      const body = await text(request);
      requests.push({ query, body: JSON.parse(body || '{}') as Body });
      if (Buffer.byteLength(body) > limits.bodyBytes) {
        response.writeHead(413, { 'content-type': problemType, connection: 'close' });
        response.end(JSON.stringify(problemBody('payload_too_large', 413)));
        return;
      }
      const page = { data: [], has_more: false, next_cursor: null };
      response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify(request.method === 'GET' ? page : answers[pathname]));
    });
  });
  afterAll(() => server.stop());
  beforeEach(() => void requests.splice(0));

  const call = (name: string) => runSdkProgram(program, { URL: `${server.url}/v1`, CALL: name });
  const isTime = (value: unknown) =>
    new Date(String(value)).toISOString() === '2026-03-01T12:00:00.250Z' &&
    /^2026-03-01T1[23]:00:00\.250/.test(String(value));

  it.each([
    ['time', ({ body }: (typeof requests)[number]) => body.send_at],
    ['nestedTime', ({ body }: (typeof requests)[number]) => (body.consent as Body).at],
    ['batchTime', ({ body }: (typeof requests)[number]) => (body.messages as Body[])[0]!.send_at],
    ['manyTimes', ({ body }: (typeof requests)[number]) => (body.messages as Body[])[0]!.send_at],
    ['queryTime', ({ query }: (typeof requests)[number]) => query.get('created_after')],
  ])('may be times of the language: %s', async (name, read) => {
    expect(await call(name)).toEqual(['done']);
    expect([read(requests[0]!)].filter(isTime)).toHaveLength(1);
  });

  it('may be filtered lists, which stay lists', async () => {
    expect(await call('filtered')).toEqual(['done']);
    expect(requests[0]!.body.media_urls).toEqual(['https://a.example/b.png']);
  });

  it('are refused with a clear error if they are too large', async () => {
    expect(await call('large')).toMatchObject([
      'payload_too_large',
      expect.any(Number),
      [],
      expect.any(String),
    ]);
    // The library of Python reads no response before it has sent the whole body.
    if (program.language === 'Python') expect(requests).toEqual([]);
  });

  it.each(['nulls', 'manyNulls'])('may leave fields of a message empty: %s', async (name) => {
    expect(await call(name)).toEqual(['done']);
    const [sent] = requests[0]!.body.messages as Body[];
    expect(sent).toMatchObject({ to: '+12025550123', text: 'Hi' });
    expect(sent).not.toHaveProperty('ttl');
  });

  it.each([
    ['a time that is not one', 'badTime', '/send_at', 'invalid_format'],
    ['an empty list, which would match everything', 'emptyList', '/related_to', 'too_short'],
    ['a value that JSON cannot contain', 'wrong', '/metadata/order', 'wrong_type'],
    ['one in a batch', 'wrongInBatch', '/messages/1/metadata/order', 'wrong_type'],
    ['one in many messages', 'wrongInMany', '/1/metadata/order', 'wrong_type'],
  ])('are refused with the name of the field for %s', async (_, name, pointer, code) => {
    const field = { pointer, code, detail: expect.any(String) };
    const end = await call(name);
    expect(end).toEqual(['validation_failed', 0, [field], expect.any(String)]);
    const [, , fields, said] = end as [string, number, { detail: string }[], string];
    expect(said).toBe(`${pointer}: ${fields[0]!.detail} (validation_failed)`);
    expect(requests).toEqual([]);
  });
});

describe('the filters of a call in the SDK for Python', () => {
  /** Lists events with Python code as a filter, and returns the query or the error. */
  async function list(filter: string) {
    const queries: string[] = [];
    const server = await startServer((request, response) => {
      queries.push(request.url!.split('?')[1] ?? '');
      response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify({ data: [], has_more: false, next_cursor: null }));
    });
    const program = inPython(`import enum
from textloom import ApiError, Client
class Kind(str, enum.Enum):
    A = "a"
try:
    Client("tl_send_Zebra", os.environ["URL"], retry_for=0).events.list(related_to=${filter})
    print("[]")
except ApiError as error:
    print(json.dumps([error.code, error.field_errors[0]["code"], error.field_errors[0]["pointer"]]))`);
    const error = await runSdkProgram(program, { URL: `${server.url}/v1` }).finally(server.stop);
    return error.length > 0 ? error : queries;
  }

  it.each([
    ['{"a"}', 'related_to=a'],
    ['frozenset(["a"])', 'related_to=a'],
    ['{"a": 1, "b": 2}.keys()', 'related_to=a&related_to=b'],
    ['{1: "a", 2: "b"}.values()', 'related_to=a&related_to=b'],
    ['("a", "b")', 'related_to=a&related_to=b'],
    ['Kind.A', 'related_to=a'],
    ['[1, 2.5, True]', 'related_to=1&related_to=2.5&related_to=true'],
  ])('can be %s', async (filter, query) => {
    expect(await list(filter)).toEqual([query]);
  });

  it.each([
    ...['set()', 'frozenset()', '{}.keys()', '{}.values()', '()'].map((one) => [one, 'too_short']),
    ...['iter(["a"])', 'object()', '{"a": 1}', 'b"a"', '[None]', 'float("nan")'].map((one) => [
      one,
      'wrong_type',
    ]),
  ] as [string, string][])('cannot be %s', async (filter, code) => {
    expect(await list(filter)).toEqual(['validation_failed', code, '/related_to']);
  });
});
