import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolder, type TestDatabase } from '../../service/harness/database.ts';
import { describeProcess } from '../../service/runtime/process.suite.ts';
import { newKey, runToEnd, startProcess } from '../../service/harness/process.ts';

describeProcess('PGlite', openFolder);

describe('a database folder', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openFolder();
  });
  afterAll(() => database.remove());

  it('belongs to one process at a time', async () => {
    const first = await startProcess(database, newKey(), []);
    const { code, output } = await runToEnd(database.environment);
    expect(code).toBe(1);
    expect(output).toContain(
      `The folder ${database.environment.DATA_DIR!} is in use by another Textloom service.`,
    );
    expect((await first.account.client.account.get({})).scope).toBe('admin');
    await first.kill();
    const { port } = new URL(first.url);
    const second = await startProcess(database, newKey(), [], { PORT: port });
    const other = await openFolder();
    const blocked = await runToEnd({ ...other.environment, PORT: port });
    await other.remove();
    expect(blocked).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        `A Textloom service is already running on PORT ${port}. Stop it, or`,
      ),
    });
    expect(await second.stop()).toBe(0);
  });

  it('ends the service if its disk fails to store a change', async () => {
    const switchFile = join(database.environment.DATA_DIR!, 'disk-fails');
    const script = `import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const { fdatasyncSync } = fs;
      fs.fdatasyncSync = (fd) => {
        if (fs.existsSync(${JSON.stringify(switchFile)}))
          throw Object.assign(new Error('The disk fails'), { code: 'EIO' });
        fdatasyncSync(fd);
      };
      syncBuiltinESMExports();`;
    const running = await startProcess(database, newKey(), [], {
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}`,
    });
    await writeFile(switchFile, '');
    const response = running.account.json('POST', '/lists', { name: 'Guests' });
    await expect(response).rejects.toThrow();
    expect(await running.ended).toBe(1);
    expect(running.output()).toContain('did not store a change (EIO). Check the disk');
  });
});
