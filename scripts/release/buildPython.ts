import { join } from 'node:path';
import { read } from './run.ts';

const folder = join(import.meta.dirname, '../../sdks/python');
const interpreters = ['/usr/bin/python3', 'python3'];

/** Builds the source archive and the wheel of the client for Python. */
export async function buildPython(outDir: string): Promise<void> {
  const python = await pythonWithHatchling();
  await read([python, '-m', 'hatchling', 'build', '-d', outDir, '-t', 'sdist', '-t', 'wheel'], {
    cwd: folder,
  });
}

/** Hatchling comes from the packages of the system, because pip would bring an unknown version. */
async function pythonWithHatchling(): Promise<string> {
  for (const python of interpreters) {
    const answer = await read([python, '-c', 'import hatchling'], { cwd: folder }).catch(
      () => undefined,
    );
    if (answer !== undefined) return python;
  }
  throw new Error(
    'The client for Python needs Hatchling. Run "sudo apt-get install python3-hatchling", ' +
      'then run the command again.',
  );
}
