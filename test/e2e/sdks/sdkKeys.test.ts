import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { authentication } from '@textloom/shared/contract';
import { startServer, type LocalServer } from '../../../scripts/programs/startServer.ts';
import { installPackage, removePackage } from '../package/nodePackage.ts';
import { inNode, inPhp, inPython } from './runSdkProgram.ts';

const key = 'tl_send_Zebra6789abcdef0';

const project = await installPackage();
afterAll(() => removePackage(project));

/**
 * These programs send a message, and print the error that they raise in the default format of the
 * language.
 */
const programs = [
  inNode(`const { Textloom } = require("${project}/node_modules/textloom");
const { KEY: apiKey, URL: baseUrl } = process.env;
const textloom = new Textloom({ apiKey, baseUrl, retryFor: 0 });
textloom.messages.send({ to: "+12025550123", text: "Hi" });`),
  inPython(`from textloom import Client
client = Client(os.environ["KEY"], os.environ["URL"], retry_for=0)
client.messages.send(to="+12025550123", text="Hi")`),
  inPhp(
    `$client = new Textloom\\Client(getenv("KEY"), getenv("URL"), retryFor: 0);
$client->messages->send(to: "+12025550123", text: "Hi");`,
    [
      '-d',
      'display_errors=stderr',
      '-d',
      'zend.exception_ignore_args=0',
      '-d',
      'zend.exception_string_param_max_len=100',
    ],
  ),
];

describe.each(programs)('the key in the SDK for $language', ({ language, command, args }) => {
  const seen: { readonly at: string; readonly headers: IncomingHttpHeaders }[] = [];
  const servers: LocalServer[] = [];
  const open = async (at: string, answer: () => [number, Record<string, string>]) => {
    const server = await startServer((request, response) => {
      seen.push({ at, headers: request.headers });
      const [code, fields] = answer();
      if (code === 0) return void request.socket.destroy();
      response.writeHead(code, fields).end();
    });
    servers.push(server);
    return server.url;
  };
  let status = 302;
  let url: string;
  beforeAll(async () => {
    const other = await open('other', () => [204, {}]);
    url = await open('own', () => [status, { location: `${other}/v1/messages` }]);
  });
  beforeEach(() => void seen.splice(0));
  afterAll(() => Promise.all(servers.map(({ stop }) => stop())));

  const run = async (environment: Readonly<Record<string, string>>) => {
    const child = spawn(command, args, {
      env: {
        PATH: process.env.PATH,
        PYTHONDONTWRITEBYTECODE: '1',
        URL: `${url}/v1`,
        ...environment,
      },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    return { code, said };
  };

  it.each([301, 302, 303, 307, 308])(
    'goes to no other address if the service responds with the redirect %d',
    async (redirect) => {
      status = redirect;
      const { code, said } = await run({ KEY: key });
      expect(code).not.toBe(0);
      const words = language === 'Node.js' ? 'status:' : 'The service responded with';
      expect(said).toContain(`${words} ${redirect}`);
      expect(seen.map(({ at }) => at)).toEqual(['own']);
      expect(seen[0]!.headers[authentication.header.toLowerCase()]).toBe(
        authentication.prefix + key,
      );
    },
  );

  it.each(['\n', '\r\nX-Injected: yes', ' ', '\t', '\u00e9'])(
    'is refused if it ends with %j: nothing is sent, and the error does not show it',
    async (end) => {
      const { code, said } = await run({ KEY: key + end });
      expect(code).not.toBe(0);
      expect(said).toContain('The API key has a character that no key has.');
      // PHP shortens the text that it shows.
      expect(said).not.toContain('Zebra');
      expect(seen).toEqual([]);
    },
  );

  it('is not in the error if the connection breaks', async () => {
    status = 0;
    const { code, said } = await run({ KEY: key });
    expect(code).not.toBe(0);
    expect(said).toContain('The service did not respond');
    expect(said).not.toContain('Zebra');
    // PHP shows the arguments of all functions that were running.
    if (language !== 'PHP') expect(said).not.toContain('+1202');
  });

  it('is refused if it is empty', async () => {
    expect((await run({ KEY: '' })).said).toContain('The API key is missing.');
  });

  it('is refused if its environment variable is not set', async () => {
    const { said } = await run({});
    // Python refuses the variable itself.
    expect(said).toContain(language === 'Python' ? "KeyError: 'KEY'" : 'The API key is missing.');
  });
});
