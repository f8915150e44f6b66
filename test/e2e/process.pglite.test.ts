import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openFolder, type TestDatabase } from '../service/database.ts';
import { describeProcess } from '../service/process.suite.ts';
import { newKey, runToEnd, startProcess } from '../service/process.ts';

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
      output: expect.stringContaining('Another program is using the port'),
    });
    expect(await second.stop()).toBe(0);
  });
});
