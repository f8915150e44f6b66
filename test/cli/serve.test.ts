import { describe, expect, it } from '@jest/globals';
import { startServer } from '../../scripts/programs/startServer.ts';
import { readConfig } from '../../service/config/config.ts';
import { startService } from '../../service/runtime/start.ts';
import { openFolder } from '../service/harness/database.ts';
import { textloom } from './textloom.ts';

describe('the first start', () => {
  it('leaves the key of the first account to a start whose port is free', async () => {
    const other = await startServer(() => undefined);
    const database = await openFolder();
    try {
      const PORT = new URL(other.url).port;
      expect(await textloom({ ...database.environment, PORT }, 'serve')).toEqual({
        code: 1,
        stdout: '',
        stderr: `PORT ${PORT}: Another program is using the port. Stop that program, or set PORT to another port.\n`,
      });
      const newKeys: string[] = [];
      const config = readConfig({ ...database.environment, PORT: '0', LOG_LEVEL: 'silent' });
      const service = await startService(config, { onNewKey: (key) => newKeys.push(key) });
      await service.stop();
      expect(newKeys).toEqual([expect.stringMatching(/^tl_admin_/)]);
    } finally {
      await other.stop();
      await database.remove();
    }
  });

  it('names the port in use, which METRICS_PORT may have set', async () => {
    const other = await startServer(() => undefined);
    const database = await openFolder();
    try {
      const METRICS_PORT = new URL(other.url).port;
      const environment = { ...database.environment, PORT: '0', METRICS_PORT };
      const { code, stderr } = await textloom(environment, 'serve');
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `METRICS_PORT ${METRICS_PORT}: Another program is using the port. Stop that program, or set METRICS_PORT to another port.\n`,
      });
    } finally {
      await other.stop();
      await database.remove();
    }
  });
});

it('says which commands there are if it does not know one', async () => {
  const { code, stderr } = await textloom({}, 'srve');
  expect(code).toBe(2);
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^There is no command "srve"\. The commands are serve, keys, .+\.$/),
    'To see what they do, run "textloom --help".',
    '',
  ]);
});
