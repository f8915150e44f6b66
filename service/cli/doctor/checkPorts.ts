import { once } from 'node:events';
import { createServer } from 'node:net';
import { basePath } from '@textloom/shared/contract';
import type { Config } from '../../config/config.ts';
import { fine, note, wrong, type Finding } from './finding.ts';
import { reasonOf } from '../reasonOf.ts';

/** Checks that the ports are free. While the service runs, they are not. */
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
      return note(`A Textloom service is already running on ${variable} ${port}.`);
    const reason = isTaken
      ? `Another program is using the port. Stop that program, or set ${variable} to another port.`
      : reasonOf(error);
    return wrong(`${variable} ${port}: ${reason}`);
  } finally {
    server.close();
  }
}

/** Returns whether a Textloom service responds there, with the API or with its metrics. */
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
