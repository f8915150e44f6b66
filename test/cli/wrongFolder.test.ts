import { describe, expect, it } from '@jest/globals';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmptyFolder } from '../service/harness/database.ts';
import { textloom } from './textloom.ts';

describe('a command on a folder that is not the one of the service', () => {
  it('fails and creates nothing, because a service that starts from a backup would send texts again', async () => {
    const { environment, remove } = await openEmptyFolder();
    for (const args of [
      ['messages', 'cancel-due'],
      ['keys', 'list'],
      ['migrate', '--check'],
    ])
      expect(await textloom(environment, ...args)).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('holds no database. Set DATA_DIR or DATABASE_URL as for'),
      });
    expect(await readdir(environment.DATA_DIR!)).toEqual([]);
    await remove();
  });

  it('says that the folder is a file', async () => {
    const { environment, remove } = await openEmptyFolder();
    const file = join(environment.DATA_DIR!, 'file');
    await writeFile(file, '');
    expect(await textloom({ ...environment, DATA_DIR: file }, 'keys', 'list')).toMatchObject({
      code: 1,
      stderr: 'DATA_DIR is a file, or is below one. Set it to a folder.\n',
    });
    await remove();
  });
});
