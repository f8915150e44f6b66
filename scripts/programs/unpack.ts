import { execFile } from 'node:child_process';
import { cp, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';

/** Copies the content of an npm tarball or of a package folder to an existing folder. */
export async function unpack(source: string, target: string): Promise<void> {
  if ((await stat(source)).isDirectory()) {
    const filter = (path: string) => path === source || basename(path) !== 'node_modules';
    await cp(source, target, { recursive: true, filter });
  } else {
    await promisify(execFile)('tar', ['-xzf', source, '-C', target, '--strip-components=1']);
  }
}
