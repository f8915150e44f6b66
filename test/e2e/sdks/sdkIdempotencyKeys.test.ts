import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { contract, errors, headers, limits, sampleOf } from '@textloom/shared/contract';
import { startServer, type LocalServer } from '../../../scripts/programs/startServer.ts';
import { installPackage, removePackage } from '../package/nodePackage.ts';
import { inNode, inPhp, inPython, runSdkProgram } from './runSdkProgram.ts';

const project = await installPackage();
afterAll(() => removePackage(project));

/** These programs make a call with each key of `KEYS`, and print how it ended. */
const programs = [
  inNode(`const { ApiError, sendMany, Textloom } = require("${project}/node_modules/textloom");
const { CALL, KEYS, URL: baseUrl } = process.env;
const textloom = new Textloom({ apiKey: "tl_send_Zebra", baseUrl, retryFor: 0 });
const message = { to: "+12025550123", text: "Hi" };
const calls = {
  send: (idempotencyKey) => textloom.messages.send(message, { idempotencyKey }),
  batch: (idempotency_key) =>
    textloom.messages.sendBatch({ messages: [message, { ...message, idempotency_key }] }),
  many: (idempotency_key) =>
    sendMany(textloom, [...Array(500).fill(message), { ...message, idempotency_key }]),
};
(async () => {
  const ends = [];
  for (const key of JSON.parse(KEYS))
    ends.push(await calls[CALL](key).then(
      () => "sent",
      (error) => error instanceof ApiError
        ? [error.code, error.status, error.mayHaveRun, error.remedy, error.fieldErrors.map(({ pointer }) => pointer)]
        : String(error),
    ));
  console.log(JSON.stringify(ends));
})();`),
  inPython(`from textloom import ApiError, Client, send_many
client = Client("tl_send_Zebra", os.environ["URL"], retry_for=0)
message = {"to": "+12025550123", "text": "Hi"}
calls = {
    "send": lambda key: client.messages.send(**message, idempotency_key=key),
    "batch": lambda key: client.messages.send_batch(
        messages=[message, {**message, "idempotency_key": key}]
    ),
    "many": lambda key: send_many(client, [message] * 500 + [{**message, "idempotency_key": key}]),
}
def end(key):
    try:
        calls[os.environ["CALL"]](key)
        return "sent"
    except ApiError as error:
        pointers = [field["pointer"] for field in error.field_errors]
        return [error.code, error.status, error.may_have_run, error.remedy, pointers]
    except Exception as error:
        return repr(error)
print(json.dumps([end(key) for key in json.loads(os.environ["KEYS"])]))`),
  inPhp(`$client = new Textloom\\Client("tl_send_Zebra", getenv("URL"), retryFor: 0);
$message = ["to" => "+12025550123", "text" => "Hi"];
$calls = [
    "send" => fn ($key) => $client->messages->send(...$message, idempotencyKey: $key),
    "batch" => fn ($key) => $client->messages->sendBatch([$message, $message + ["idempotency_key" => $key]]),
    "many" => fn ($key) => $client->sendMany([...array_fill(0, 500, $message), $message + ["idempotency_key" => $key]]),
];
$ends = [];
foreach (json_decode(getenv("KEYS")) as $key) {
    try {
        $calls[getenv("CALL")]($key);
        $ends[] = "sent";
    } catch (Textloom\\ApiException $error) {
        $pointers = array_column($error->fieldErrors, "pointer");
        $ends[] = [$error->errorCode, $error->status, $error->mayHaveRun, $error->remedy, $pointers];
    } catch (Throwable $error) {
        $ends[] = get_class($error) . ": " . $error->getMessage();
    }
}
echo json_encode($ends);`),
];

const accepted = [
  'order-1042-shipped',
  'order 1042 shipped',
  '~'.repeat(limits.idempotencyKeyLength),
];
// Without a visible character, curl does not send the header.
const refused = [
  ...['', '   ', '~'.repeat(limits.idempotencyKeyLength + 1)],
  ...['a\n', 'a\r\nX-Injected: yes', 'tab\tin', 'a\u0000', 'é'],
];

describe.each(programs)('an idempotency key in the SDK for $language', (program) => {
  const keys: unknown[] = [];
  let server: LocalServer;
  beforeAll(async () => {
    const message = sampleOf(contract.message.send.output);
    server = await startServer(async (request, response) => {
      const { messages } = (await json(request)) as { messages?: { idempotency_key?: string }[] };
      const header = request.headers[headers.idempotencyKey.toLowerCase()];
      keys.push(messages ? messages.at(-1)!.idempotency_key : header);
      const results = messages?.map(() => ({ status: 202, message, problem: null }));
      response.writeHead(results ? 200 : 202, { 'content-type': 'application/json' });
      response.end(JSON.stringify(results ? { results } : message));
    });
  });
  afterAll(() => server.stop());

  const run = async (call: string, given: readonly string[]) => {
    keys.splice(0);
    return runSdkProgram(program, {
      URL: `${server.url}/v1`,
      CALL: call,
      KEYS: JSON.stringify(given),
    });
  };

  it.each(['send', 'batch', 'many'])('arrives as it is if it is valid: %s', async (call) => {
    expect(await run(call, accepted)).toEqual(accepted.map(() => 'sent'));
    expect(keys.filter((key) => accepted.includes(String(key)))).toEqual(accepted);
  });

  it.each([
    ['send', []],
    ['batch', ['/messages/1/idempotency_key']],
    ['many', ['/500/idempotency_key']],
  ])('is refused before any request if it is not valid: %s', async (call, pointers) => {
    const { remedy } = errors.invalid_idempotency_key;
    const end = ['invalid_idempotency_key', 0, false, remedy, pointers];
    expect(await run(call, refused)).toEqual(refused.map(() => end));
    expect(keys).toEqual([]);
  });
});
