import { readdirSync, statSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'console');

/** The sources of the page. */
const sources = [
  ...['src', 'public', 'index.html', 'vite.config.ts', 'package.json'].map(
    (path) => `console/${path}`,
  ),
  'shared',
];

/** Builds the console if it is missing or older than its sources. */
export function buildConsole(log: (line: string) => void = console.log): void {
  const changed = Math.max(...sources.map((path) => newest(join(root, path))));
  if (newest(join(folder, 'dist')) > changed) return;
  log('Building the console …');
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  if (status !== 0)
    throw new Error(`The build of the console failed:\n${error?.message ?? stdout + stderr}`);
}

/** Returns the modification time of the newest file at or below a path, or 0 if there is none. */
function newest(path: string): number {
  try {
    if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' });
    return Math.max(0, ...files.map((file) => statSync(join(path, file)).mtimeMs));
  } catch {
    return 0;
  }
}

if (import.meta.main) buildConsole();
