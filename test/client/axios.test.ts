import { inspect } from 'node:util';
import { expect, it } from '@jest/globals';
import axios from 'axios';
import { authentication } from '@textloom/shared/contract';
import { axiosTransport } from '@textloom/shared/client/axios';
import { startServer } from '../../scripts/programs/startServer.ts';
import { describeTransport } from './transport.suite.ts';

const connect = (baseURL: string, apiKey: string) =>
  axiosTransport(
    axios.create({
      baseURL,
      headers: { [authentication.header]: authentication.prefix + apiKey },
      timeout: 5_000,
    }),
  );

describeTransport('axios', { connect });

it('gives up an attempt at the timeout, even if the response arrives byte by byte', async () => {
  const closed = Promise.withResolvers<undefined>();
  const server = await startServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    const drip = setInterval(() => response.write('1'), 50);
    response.on('close', () => {
      clearInterval(drip);
      closed.resolve(undefined);
    });
  });
  const transport = axiosTransport(axios.create({ baseURL: server.url, timeout: 300 }));
  await expect(transport({ method: 'GET', path: '/account', headers: {} })).rejects.toThrow();
  await closed.promise;
  await server.stop();
});

it('the error of axios shows neither the key nor the message', async () => {
  const transport = connect('http://127.0.0.1:1/v1', 'tl_Zebra');
  const error: unknown = await transport({
    method: 'POST',
    path: '/contacts/%2B12025550123',
    body: { to: '+12025550123', text: 'Giraffe' },
    headers: {},
  }).catch((refused: unknown) => refused);
  expect(inspect(error, { depth: null })).toContain('ECONNREFUSED');
  expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(/Zebra|Giraffe|2025550123/);
});
