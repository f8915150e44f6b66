import { json } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { contract, limits, sampleOf } from '@textloom/shared/contract';
import { startServer } from '../../../scripts/programs/startServer.ts';
import { problemBody } from '../../problemBody.ts';
import { inPhp, inPython, runSdkProgram } from './runSdkProgram.ts';

/** These programs send many messages, and print what they get for each. */
const programs = [
  inPython(`from textloom import ApiError, Client, NetworkError, TextloomError, send_many
def end(result):
    if not isinstance(result, TextloomError):
        return result["status"]
    if isinstance(result, NetworkError):
        return ["network", result.may_have_run, result.retryable]
    name = result.code if isinstance(result, ApiError) else str(result)
    return [name, result.may_have_run, result.retryable]
message = {"to": "+12025550123", "text": os.environ["TEXT"]}
messages = [message] * int(os.environ["COUNT"])
results = send_many(Client("tl_send_Zebra", os.environ["URL"], retry_for=0), messages)
print(json.dumps([end(result) for result in results]))`),
  inPhp(`function ending($result) {
    if (is_array($result)) return $result["status"];
    $name = $result instanceof Textloom\\ApiException ? $result->errorCode
        : ($result instanceof Textloom\\NetworkException ? "network" : $result->getMessage());
    return [$name, $result->mayHaveRun, $result->retryable];
}
$message = ["to" => "+12025550123", "text" => getenv("TEXT")];
$messages = array_fill(0, (int) getenv("COUNT"), $message);
$client = new Textloom\\Client("tl_send_Zebra", getenv("URL"), retryFor: 0);
echo json_encode(array_map("ending", $client->sendMany($messages)));`),
];

interface Body {
  readonly messages: readonly { readonly idempotency_key: string }[];
}
const message = sampleOf(contract.message.send.output);
const sent = { status: 202, message, problem: null };
const optedOut = {
  status: 422,
  message: null,
  problem: problemBody('recipient_opted_out', 422),
};

describe.each(programs)('many messages in the SDK for $language', (program) => {
  /** Sends messages to a server. If `answer` returns no results, the response is lost. */
  async function send(
    { count, text = 'Hi' }: { readonly count: number; readonly text?: string },
    answer: (batch: number, body: Body) => object[] | undefined,
  ) {
    const batches: { readonly bytes: number; readonly keys: readonly string[] }[] = [];
    const server = await startServer(async (request, response) => {
      const body = (await json(request)) as Body;
      const results = answer(batches.length, body);
      const keys = body.messages.map((one) => one.idempotency_key);
      batches.push({ bytes: Number(request.headers['content-length']), keys });
      if (!results) return void request.socket.destroy();
      // On a reused connection, curl repeats a request whose response is lost.
      response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify({ results }));
    });
    const environment = { URL: `${server.url}/v1`, COUNT: String(count), TEXT: text };
    const ends = await runSdkProgram(program, environment).finally(server.stop);
    return { batches, ends };
  }

  it('have a result each, even if one is refused or a whole request fails', async () => {
    const { batches, ends } = await send({ count: 1_002 }, (batch, { messages }) =>
      batch === 0 ? messages.map((_, index) => (index === 1 ? optedOut : sent)) : undefined,
    );
    expect(batches.map(({ keys }) => keys.length)).toEqual([500, 500]);
    expect(new Set(batches.flatMap(({ keys }) => keys)).size).toBe(1_000);
    const notSent = [expect.stringContaining('The message was not sent, because'), false, true];
    expect(ends).toEqual([
      message.status,
      ['recipient_opted_out', false, false],
      ...Array<unknown>(498).fill(message.status),
      ...Array<unknown>(500).fill(['network', true, true]),
      ...Array<unknown>(2).fill(notSent),
    ]);
  });

  it('fit into requests that the service accepts, however long they are', async () => {
    const { batches, ends } = await send({ count: 500, text: '👋'.repeat(700) }, (_, body) =>
      body.messages.map(() => sent),
    );
    expect(ends).toEqual(Array<unknown>(500).fill(message.status));
    expect(batches.length).toBeGreaterThan(1);
    const sizes = batches.map(({ bytes }) => bytes);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limits.bodyBytes);
    expect(Math.max(...sizes)).toBeGreaterThan(limits.bodyBytes * 0.95);
  });

  it('may have been sent if the response does not name them', async () => {
    const { ends } = await send({ count: 2 }, () => [sent]);
    expect(ends).toEqual([message.status, ['unexpected_response', true, false]]);
  });
});

describe('many messages in the SDK for PHP', () => {
  /** Sends messages in PHP code, and returns what the server gets and what the program prints. */
  async function send(messages: string) {
    const bodies: unknown[] = [];
    const server = await startServer(async (request, response) => {
      const body = (await json(request)) as Body;
      bodies.push(...body.messages);
      response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify({ results: body.messages.map(() => sent) }));
    });
    const program =
      inPhp(`$client = new Textloom\\Client("tl_send_Zebra", getenv("URL"), retryFor: 0);
try {
    echo json_encode(array_keys($client->sendMany(${messages})));
} catch (InvalidArgumentException $error) {
    echo json_encode([$error->getMessage()]);
}`);
    const printed = await runSdkProgram(program, { URL: `${server.url}/v1` }).finally(server.stop);
    return { bodies, printed };
  }

  it('keep keys that are numbers, such as the IDs of rows', async () => {
    const { printed } = await send('[42 => ["text" => "A"], 17 => ["text" => "B"]]');
    expect(printed).toEqual([42, 17]);
  });

  it('keep the names of their metadata, even if the names are numbers', async () => {
    const { bodies } = await send(
      '[["metadata" => ["1042" => "x", "7" => "y"]], ["metadata" => ["zero"]], ["metadata" => []]]',
    );
    expect(bodies).toEqual(
      [{ 1042: 'x', 7: 'y' }, { 0: 'zero' }, {}].map((metadata) =>
        expect.objectContaining({ metadata }),
      ),
    );
  });

  it.each(['(object) ["text" => "A"]', '"A"', 'null'])(
    'are refused, and none is sent, if one of them is %s',
    async (message) => {
      const { bodies, printed } = await send(`["row" => ["text" => "A"], 7 => ${message}]`);
      expect(printed).toEqual(['The message with the key 7 must be an array.']);
      expect(bodies).toEqual([]);
    },
  );
});
