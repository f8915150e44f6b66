import { expect, it } from '@jest/globals';
import { Agent, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { readConfig } from '../../../service/config/config.ts';
import { startService } from '../../../service/runtime/start.ts';
import { openFolder } from '../harness/database.ts';
import { newKey } from '../harness/process.ts';

it('a service that stops carries out a request on a connection that is still open, and then closes it', async () => {
  const database = await openFolder();
  const apiKey = newKey();
  const settings = { PORT: '0', LOG_LEVEL: 'silent', API_KEY: apiKey };
  const service = await startService(readConfig({ ...database.environment, ...settings }));
  const agents = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  const send = async (agent: Agent) => {
    const sent = request(`${service.url}/v1/messages`, {
      agent,
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    }).end(JSON.stringify({ to: '+12025550123', text: 'Hi' }));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await text(response);
    return { status: response.statusCode, connection: response.headers.connection };
  };
  try {
    for (const agent of agents)
      expect(await send(agent)).toEqual({ status: 202, connection: 'keep-alive' });
    const stopped = service.stop();
    for (const agent of agents)
      expect(await send(agent)).toEqual({ status: 202, connection: 'close' });
    await stopped;
    // The other agents may try their old connection before they notice that it is closed.
    await expect(send(new Agent())).rejects.toThrow('ECONNREFUSED');
  } finally {
    for (const agent of agents) agent.destroy();
    await database.remove();
  }
});
