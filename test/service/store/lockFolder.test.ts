import { expect, it } from '@jest/globals';
import { chmod, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFolder } from '../../../service/store/embedded/lockFolder.ts';
import { openEmptyFolder } from '../harness/database.ts';

it.each(['new', 'older'])('the %s lock of a folder is private', async (age) => {
  const { environment, remove } = await openEmptyFolder();
  const folder = environment.DATA_DIR!;
  const file = join(folder, 'textloom.lock');
  if (age === 'older') {
    await writeFile(file, '');
    await chmod(file, 0o644);
  }
  const unlock = await lockFolder(folder);
  // Any user who can read the file could lock it, and then the service would not start.
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  unlock();
  await remove();
});
