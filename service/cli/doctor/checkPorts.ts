import { once } from 'node:events';
import { createServer } from 'node:net';
import { basePath } from '@textloom/shared/contract';
import type { Config } from '../../config/config.ts';
import { fine, note, wrong, type Finding } from './finding.ts';
import { reasonOf } from '../reasonOf.ts';

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
    const reason = isTaken
      ? `The port is in use by another program. Stop that program, or set ${variable} to another one.`
      : reasonOf(error);
    return wrong(`${variable} ${port}: ${reason}`);
  } finally {
    server.close();
  }
}

/** Whether a service of ours answers there, be it with the API or with its metrics. */
export async function isTextloom(host: string, port: number): Promise<boolean> {
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const read = async (path: string) => {
    const answer = await fetch(origin + path, { signal: AbortSignal.timeout(5_000) });
    return answer.text();
  };
  const [health, metrics] = await Promise.allSettled([
    read(`${basePath}/health`),
    read('/metrics'),
  ]);
  return (
    (health.status === 'fulfilled' &&
      /^\{.*"(version":"|code":"unavailable")/.test(health.value)) ||
    (metrics.status === 'fulfilled' && /^textloom_/m.test(metrics.value))
  );
}
