import { authentication, basePath, type Carrier } from '@textloom/shared/contract';
import type { Config } from '../../config/config.ts';
import { formatOrigin } from '../../config/formatOrigin.ts';
import { CommandError } from '../command.ts';

const timeoutMs = 30_000;

/** Calls one operation of the running service with the key in `API_KEY`. */
export type CallService = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

/**
 * Returns a function that calls the service on this machine. It throws a `CommandError` with what
 * the service refuses.
 */
export function createCallService({ host, port, apiKey }: Config): CallService {
  const baseUrl = formatOrigin(host, port) + basePath;
  return async (method, path, body) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        [authentication.header]: authentication.prefix + apiKey,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const read: unknown = await response.json();
    if (!response.ok) throw new CommandError(explain(read));
    return read;
  };
}

/** Returns what the service knows about a carrier. */
export async function readCarrier(call: CallService, name: string): Promise<Carrier | undefined> {
  const { data } = (await call('GET', '/carriers')) as { data: readonly Carrier[] };
  return data.find((one) => one.name === name);
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

/** Turns a problem of the service into sentences about the options of the command. */
function explain(read: unknown): string {
  const { code, detail, errors = [] } = (read ?? {}) as Problem;
  if (code === 'unauthenticated') return 'API_KEY is not a valid key of the service. Correct it.';
  if (code === 'insufficient_scope' || code === 'operator_only')
    return 'API_KEY must be an admin key of the first account of the service.';
  const fields = errors.map(({ pointer, detail: what }) => `--${pointer.slice(1)} ${what}.`);
  if (fields.length > 0) return fields.join(' ');
  return detail ?? 'The service sent a response that this command does not understand.';
}
