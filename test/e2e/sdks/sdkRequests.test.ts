import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { contract, sampleOf } from '@textloom/shared/contract';
import { startServer } from '../../../scripts/programs/startServer.ts';
import { inPhp, inPython, runSdkProgram } from './runSdkProgram.ts';

const programs = [
  inPython(`from textloom import Client
client = Client("tl_send_Zebra", os.environ["URL"], retry_for=0)
client.messages.cancel("msg_1")
client.messages.get("msg_1")
print("[]")`),
  inPhp(`$client = new Textloom\\Client("tl_send_Zebra", getenv("URL"), retryFor: 0);
$client->messages->cancel("msg_1");
$client->messages->get("msg_1");
echo "[]";`),
];

describe.each(programs)('the requests of the SDK for $language', (program) => {
  it('have a length of 0 if they could have a body and have none', async () => {
    const seen: (readonly [method: string, IncomingHttpHeaders])[] = [];
    const server = await startServer((request, response) => {
      seen.push([request.method!, request.headers]);
      response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify(sampleOf(contract.message.get.output)));
    });
    await runSdkProgram(program, { URL: `${server.url}/v1` }).finally(server.stop);
    expect(seen.map(([method, headers]) => [method, headers['content-length']])).toEqual([
      ['POST', '0'],
      ['GET', undefined],
    ]);
  });
});
