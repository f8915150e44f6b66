import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inPhp, inPython, runSdkProgram } from './runSdkProgram.ts';

/** These programs send a message through a proxy, and print the error. */
const programs = [
  inPython(`from textloom import Client, NetworkError
import pickle
try:
    client = Client("tl_send_Zebra", "https://sms.example.com/v1", retry_for=0)
    client.messages.send(to="+12025550123", text="Hi")
except NetworkError as error:
    error = pickle.loads(pickle.dumps(error))
    print(json.dumps([str(error), error.remedy, error.may_have_run]))`),
  inPhp(`$client = new Textloom\\Client("tl_send_Zebra", "https://sms.example.com/v1", retryFor: 0);
try {
    $client->messages->send(to: "+12025550123", text: "Hi");
} catch (Textloom\\NetworkException $error) {
    echo json_encode([$error->getMessage(), $error->remedy, $error->mayHaveRun]);
}`),
];

describe.each(programs)('the SDK for $language behind a proxy', (program) => {
  const seen: string[] = [];
  const answer = (socket: Socket) =>
    socket.once('data', (data) => {
      seen.push(data.toString().split('\r\n')[0]!);
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
    });
  const proxy = createServer(answer);
  beforeAll(async () => {
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });
  afterAll(() => void proxy.close());

  it('sent nothing if the proxy refuses to connect to the service', async () => {
    const { port } = proxy.address() as AddressInfo;
    expect(await runSdkProgram(program, { https_proxy: `http://127.0.0.1:${port}` })).toEqual([
      'The service could not be reached, because the proxy responded with 407',
      'Check the settings of the proxy, and that it allows connections to the service.',
      false,
    ]);
    expect(seen).toEqual([expect.stringContaining('CONNECT sms.example.com:443')]);
  });
});
