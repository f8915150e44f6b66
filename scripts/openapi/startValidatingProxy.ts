import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killOnExit } from '../programs/child.ts';
import { ownEnvironment } from '../programs/ownEnvironment.ts';
import { freePort } from '../programs/port.ts';
import { installOpenApiTools } from './installTools.ts';

interface ValidatingProxy {
  /** The base URL of the API behind the proxy. */
  readonly baseUrl: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts Prism between a client and the API at a base URL. If the document does not describe a
 * request, or the body of its response, the client gets an error instead.
 */
export async function startValidatingProxy(
  document: string,
  baseUrl: string,
): Promise<ValidatingProxy> {
  const program = join(
    await installOpenApiTools(),
    'node_modules/@stoplight/prism-cli/dist/index.js',
  );
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [program, 'proxy', document, baseUrl, '--errors', '--port', String(port)],
    { env: ownEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  killOnExit(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  while (!output.includes('Prism is listening')) {
    if (child.exitCode !== null) throw new Error(`The proxy did not start:\n${output}`);
    await sleep(50);
  }
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
