import { describe, expect, it } from '@jest/globals';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { openFolder } from '../service/harness/database.ts';
import { textloom } from './textloom.ts';

describe('the first start', () => {
  it('shows the key of the first account even if the port is in use, because no later start can', async () => {
    const other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const database = await openFolder();
    try {
      const PORT = String((other.address() as AddressInfo).port);
      expect(await textloom({ ...database.environment, PORT }, 'serve')).toEqual({
        code: 1,
        said: expect.stringMatching(
          /^API key of the first account, shown only this once: tl_admin_\S+\n$/,
        ),
        notified: expect.stringContaining(`Another program is using port ${PORT}.`),
      });
    } finally {
      other.close();
      await database.remove();
    }
  });

  it('names the port in use, which METRICS_PORT may have set', async () => {
    const other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const database = await openFolder();
    try {
      const METRICS_PORT = String((other.address() as AddressInfo).port);
      const environment = { ...database.environment, PORT: '0', METRICS_PORT };
      const { code, notified } = await textloom(environment, 'serve');
      expect({ code, notified }).toEqual({
        code: 1,
        notified: `Another program is using port ${METRICS_PORT}. Stop that program, or choose another port in PORT or METRICS_PORT.\n`,
      });
    } finally {
      other.close();
      await database.remove();
    }
  });
});

it('says which commands there are if it does not know one', async () => {
  const { code, notified } = await textloom({}, 'srve');
  expect(code).toBe(2);
  expect(notified.split('\n')).toEqual([
    expect.stringMatching(/^There is no command "srve"\. The commands are serve, keys, .+\.$/),
    'To see what they do, run "textloom --help".',
    '',
  ]);
});
