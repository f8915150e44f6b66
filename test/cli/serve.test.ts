import { describe, expect, it } from '@jest/globals';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { openFolder } from '../service/database.ts';
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
        notified: expect.stringContaining('Another program is using the port.'),
      });
    } finally {
      other.close();
      await database.remove();
    }
  });
});
