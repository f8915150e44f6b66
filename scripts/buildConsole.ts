import { readdirSync, statSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'service/console');

/** Builds the console page where it is missing or older than its sources. */
export function buildConsole(log: (line: string) => void = console.log): void {
  if (
    newest(join(folder, 'dist')) >
    Math.max(newest(join(folder, 'src')), newest(join(root, 'shared/contract')))
  )
    return;
  log('Building the console …');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`The console could not be built:\n${stdout}${stderr}`);
}

/** When the newest file below a folder was changed; 0 where there is none. */
function newest(path: string): number {
  try {
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' });
    return Math.max(0, ...files.map((file) => statSync(join(path, file)).mtimeMs));
  } catch {
    return 0;
  }
}

if (import.meta.main) buildConsole();
