import { randomBytes } from 'node:crypto';
import { createCallbacks } from '../../carriers/openCarriers.ts';
import type { Config } from '../../config/config.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { isTextloom } from './checkPorts.ts';

const timeoutMs = 10_000;

/**
 * Checks that providers reach this service at `PUBLIC_URL`: something there must know what only a
 * service with the same settings knows. While the service does not run, nothing responds.
 */
export async function checkCallbacks(config: Config): Promise<Finding[]> {
  const { carriers, publicUrl, host, port } = config;
  const called = createCallbacks(carriers, publicUrl);
  if (called.length === 0) return [];
  const isRunning = port !== 0 && (await isTextloom(host, port));
  if (!isRunning)
    return [
      warning(
        'PUBLIC_URL is not checked, because the service is not running. Start it, and run this again.',
      ),
    ];
  return Promise.all(
    called.map(async ({ name, callbackUrl, inboundWebhookUrl, prove }) => {
      const nonce = randomBytes(16).toString('base64url');
      const reason = await ask(`${callbackUrl}/check/${nonce}`, prove(nonce));
      return reason === undefined
        ? ok(
            `The provider of the carrier ${name} can reach the service. Its inbound webhook URL is ${inboundWebhookUrl}`,
          )
        : problem(
            `The provider of the carrier ${name} cannot reach ${callbackUrl}: ${reason}. Check PUBLIC_URL, and let your proxy pass on /carriers/ unchanged.`,
          );
    }),
  );
}

/** Returns what is wrong at a URL, or undefined if it gives the proof. */
async function ask(url: string, proof: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) return `the response there is ${response.status}`;
    const body = (await response.json()) as { proof?: unknown } | null;
    return body?.proof === proof ? undefined : 'another service responds there';
  } catch (error) {
    if (error instanceof SyntaxError) return 'another program responds there';
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    return `nothing responds there (${code ?? (error as Error).name})`;
  }
}
