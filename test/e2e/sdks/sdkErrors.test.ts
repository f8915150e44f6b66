import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { headers } from '@textloom/shared/contract';
import { startServer, type LocalServer } from '../../../scripts/programs/startServer.ts';
import { installPackage, removePackage } from '../package/nodePackage.ts';
import { sdkErrorCases } from './sdkErrorCases.ts';
import { inNode, inPhp, inPython, runSdkProgram, type SdkProgram } from './runSdkProgram.ts';

const project = await installPackage();
afterAll(() => removePackage(project));

/** These programs make the calls of `CASES`, retry for `RETRY_FOR` seconds, and print the ends. */
const programs = [
  inNode(`const { ApiError, NetworkError, Textloom } = require("${project}/node_modules/textloom");
const calls = {
  send: (client) => client.messages.send({ to: "+12025550123", text: "Hi" }),
  preview: (client) => client.messages.preview({ to: "+12025550123", text: "Hi" }),
  acknowledge: (client) => client.webhooks.acknowledge("whk_1", { event_ids: ["evt_1"] }),
  update: (client) => client.contacts.update("con_1", { email: "ada@example.com" }),
  delete: (client) => client.contacts.delete("con_1"),
};
(async () => {
  const ends = [];
  for (const [index, call] of JSON.parse(process.env.CASES).entries()) {
    const baseUrl = process.env.URL + "/" + index + "/v1";
    const open = async () => new Textloom({ apiKey: "tl_send_Zebra", baseUrl, retryFor: process.env.RETRY_FOR * 1_000 });
    ends.push(await open().then(calls[call]).then(
      () => "done",
      (error) =>
        error instanceof ApiError ? [error.code, error.status, error.mayHaveRun]
        : error instanceof NetworkError ? ["network", 0, error.mayHaveRun]
        : String(error),
    ));
  }
  console.log(JSON.stringify(ends));
})();`),
  inPython(`from textloom import ApiError, Client, NetworkError
calls = {
    "send": lambda client: client.messages.send(to="+12025550123", text="Hi"),
    "preview": lambda client: client.messages.preview(to="+12025550123", text="Hi"),
    "acknowledge": lambda client: client.webhooks.acknowledge("whk_1", event_ids=["evt_1"]),
    "update": lambda client: client.contacts.update("con_1", email="ada@example.com"),
    "delete": lambda client: client.contacts.delete("con_1"),
}
def end(index, call):
    try:
        calls[call](Client("tl_send_Zebra", f"{os.environ['URL']}/{index}/v1", retry_for=float(os.environ['RETRY_FOR'])))
        return "done"
    except ApiError as error:
        return [error.code, error.status, error.may_have_run]
    except NetworkError as error:
        return ["network", 0, error.may_have_run]
    except Exception as error:
        return repr(error)
print(json.dumps([end(index, call) for index, call in enumerate(json.loads(os.environ["CASES"]))]))`),
  inPhp(`$calls = [
    "send" => fn ($client) => $client->messages->send(to: "+12025550123", text: "Hi"),
    "preview" => fn ($client) => $client->messages->preview(to: "+12025550123", text: "Hi"),
    "acknowledge" => fn ($client) => $client->webhooks->acknowledge("whk_1", ["evt_1"]),
    "update" => fn ($client) => $client->contacts->update("con_1", email: "ada@example.com"),
    "delete" => fn ($client) => $client->contacts->delete("con_1"),
];
$ends = [];
foreach (json_decode(getenv("CASES")) as $index => $call) {
    try {
        $calls[$call](new Textloom\\Client("tl_send_Zebra", getenv("URL") . "/$index/v1", retryFor: (float) getenv("RETRY_FOR")));
        $ends[] = "done";
    } catch (Textloom\\ApiException $error) {
        $ends[] = [$error->errorCode, $error->status, $error->mayHaveRun];
    } catch (Textloom\\NetworkException $error) {
        $ends[] = ["network", 0, $error->mayHaveRun];
    } catch (Throwable $error) {
        $ends[] = get_class($error) . ": " . $error->getMessage();
    }
}
echo json_encode($ends);`),
];

const run = (program: SdkProgram, url: string, calls: readonly string[], seconds = 60) =>
  runSdkProgram(program, { URL: url, CASES: JSON.stringify(calls), RETRY_FOR: String(seconds) });

describe.each(programs)('a call in the SDK for $language that reaches no service', (program) => {
  const notSent = ['network', 0, false];
  // No network has a route to the last address.
  it.each(['http://127.0.0.1:9', 'http://nowhere.invalid', 'http://255.255.255.255:9'])(
    'was not carried out: %s',
    async (url) => {
      expect(await run(program, url, ['send', 'update'], 2)).toEqual([notSent, notSent]);
    },
  );

  it('was not carried out if the server does not speak TLS', async () => {
    const server = await startServer(() => undefined);
    const url = server.url.replace('http', 'https');
    expect(await run(program, url, ['send'], 2)).toEqual([notSent]);
    await server.stop();
  });

  it.each([
    ...['sms.example.com', '127.0.0.1:4010', 'ftp://sms.example.com'],
    ...['http://127.0.0.1:port', 'http://sms.example.com\n'],
  ])('is refused before it is made if the base URL is %j', async (url) => {
    expect(String(await run(program, url, ['send']))).toContain(
      'The base URL must begin with https:// or http:// and end with the version of the API, such as https://sms.example.com/v1.',
    );
  });
});

describe.each(programs)('a call in the SDK for $language ends as it should', (program) => {
  const requests: { readonly index: number; readonly at: number; readonly key: unknown }[] = [];
  let server: LocalServer;
  let ends: unknown[];
  beforeAll(async () => {
    server = await startServer((request, response) => {
      const index = Number(request.url!.split('/')[1]);
      const before = requests.filter((one) => one.index === index).length;
      const key = request.headers[headers.idempotencyKey.toLowerCase()];
      requests.push({ index, at: performance.now(), key });
      const answer = sdkErrorCases[index]!.answers[before];
      request.resume().on('end', () => {
        if (answer === undefined || answer === 'lost') return void request.socket.destroy();
        const { status, body } = answer;
        response.writeHead(status, { 'content-type': 'application/json', ...answer.headers });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    });
    const calls = sdkErrorCases.map(({ call }) => call);
    ends = await run(program, server.url, calls);
  });
  afterAll(() => server.stop());

  it('after a delay, even if a proxy asks for none', () => {
    const index = sdkErrorCases.findIndex(({ name }) => name === 'no delay, then the message');
    const [first, second] = requests.filter((one) => one.index === index);
    expect(second!.at - first!.at).toBeGreaterThan(200);
  });

  it.each(sdkErrorCases.map(({ name }, index) => [name, index] as const))(
    'after %s',
    (_, index) => {
      const { answers, end } = sdkErrorCases[index]!;
      expect(ends[index]).toEqual(end);
      const keys = requests.filter((one) => one.index === index).map(({ key }) => key);
      expect(keys).toHaveLength(answers.length);
      expect(new Set(keys).size).toBe(1);
    },
  );
});

describe.each([
  inPython(`from textloom.core import to_error
print(json.dumps([
    to_error(503, {"Retry-After": seconds}, None, True).retry_after
    for seconds in json.loads(os.environ["SECONDS"])
]))`),
  inPhp(`echo json_encode(array_map(
    fn ($seconds) => Textloom\\Core::toException(503, ["retry-after" => $seconds], null, true)->retryAfter,
    json_decode(getenv("SECONDS"))
));`),
])('the SDK for $language', (program) => {
  it('waits as long as a server asks, but at most an hour', async () => {
    const seconds = ['7', '3600', '3601', '9'.repeat(5_000), '0', 'soon'];
    const waits = await runSdkProgram(program, { SECONDS: JSON.stringify(seconds) });
    expect(waits).toEqual([7, 3600, 3600, 3600, null, null]);
  });
});

describe('a call in the SDK for Python', () => {
  it('ends at the timeout, even if the response arrives byte by byte', async () => {
    const server = await startServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      const drip = setInterval(() => response.write('1'), 100);
      response.on('close', () => clearInterval(drip));
    });
    const program = inPython(`from textloom import Client, NetworkError
try:
    Client("tl_send_Zebra", os.environ["URL"], timeout=1, retry_for=0).account.get()
except NetworkError:
    print('["gave up"]')`);
    const ends = await runSdkProgram(program, { URL: `${server.url}/v1` }).finally(server.stop);
    expect(ends).toEqual(['gave up']);
  });
});

describe('a call in the SDK for PHP', () => {
  it('may have been carried out if the service stops during a request on an open connection', async () => {
    const { body } = sdkErrorCases.find(({ name }) => name === 'an error of the service')!
      .answers[0] as { readonly body: object };
    const busy = { ...body, code: 'rate_limited', status: 429 };
    let requests = 0;
    // curl then tries to connect again, and reports only that it could not.
    const server = await startServer((_request, response) => {
      if (++requests === 1) return void response.writeHead(429).end(JSON.stringify(busy));
      void server.stop();
    });
    const program = programs.find(({ language }) => language === 'PHP')!;
    const ends = await run(program, server.url, ['send'], 5);
    expect([requests, ends]).toEqual([2, [['network', 0, true]]]);
  });
});
