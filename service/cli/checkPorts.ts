import { once } from 'node:events';
import { createServer } from 'node:net';
import { basePath } from '@textloom/shared/contract';
import type { Config } from '../config.ts';
import { fine, note, wrong, type Finding } from './finding.ts';
import { reasonOf } from './reasonOf.ts';

/** Whether the ports are free, which they are not while the service runs. */
export async function checkPorts({ host, port, metricsPort }: Config): Promise<Finding[]> {
  const findings = [await checkPort('PORT', host, port)];
  if (metricsPort !== undefined) findings.push(await checkPort('METRICS_PORT', host, metricsPort));
  return findings;
}

async function checkPort(variable: string, host: string, port: number): Promise<Finding> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    return fine(`${variable} ${port} is free.`);
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    if (isTaken && (await isTextloom(host, port)))
      return note(`A Textloom service runs on ${variable} ${port} already.`);
    return wrong(`${variable} ${port}: ${reasonOf(error)}`);
  } finally {
    server.close();
  }
}

async function isTextloom(host: string, port: number): Promise<boolean> {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}${basePath}/health`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return typeof ((await answer.json()) as { version?: unknown }).version === 'string';
  } catch {
    return false;
  }
}
