import { once } from 'node:events';
import { createServer } from 'node:net';
import { basePath } from '@textloom/shared/contract';
import type { Config } from '../../config/config.ts';
import { formatOrigin } from '../../config/formatOrigin.ts';
import { ok, warning, problem, type Finding } from './finding.ts';
import { explainFailure } from '../explainFailure.ts';

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
    return ok(`${variable} ${port} is free.`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isInUse = code === 'EADDRINUSE';
    if (isInUse && (await isTextloom(host, port)))
      return warning(`A Textloom service is already running on ${variable} ${port}.`);
    const reason = isInUse
      ? `Another program is using the port. Stop that program, or set ${variable} to another port.`
      : explainFailure(isUnknownHost(code) ? { code: 'EADDRNOTAVAIL' } : error);
    return problem(`${variable} ${port}: ${reason}`);
  } finally {
    server.close();
  }
}

/** A name that has no address is not the name of this machine. */
const isUnknownHost = (code: string | undefined): boolean =>
  code === 'ENOTFOUND' || code === 'EAI_AGAIN';

/** Returns whether a Textloom service responds there, with the API or with its metrics. */
export async function isTextloom(host: string, port: number): Promise<boolean> {
  const origin = formatOrigin(host, port);
  const read = async (path: string) => {
    const response = await fetch(origin + path, { signal: AbortSignal.timeout(5_000) });
    return response.text();
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
