import type { ChildProcess } from 'node:child_process';

/** Ends a child process when this process exits. */
export function killOnExit(child: ChildProcess): void {
  const kill = () => void child.kill();
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

/** Collects the output of a program. Resolves when the program exits. */
export function collect(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    let output = '';
    const keep = (chunk: Buffer) => void (output += chunk.toString());
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, output });
    });
  });
}
