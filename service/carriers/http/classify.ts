import { hour } from '../../times/durations.ts';
import { parseRetryAfter } from '../../times/parseRetryAfter.ts';
import type { Meaning, Dialect, Outgoing } from './dialect.ts';
import type { HttpResponse } from './send.ts';

/** The statuses with which a server says that the URL or the credentials are wrong. */
const accountFaults = [401, 402, 403, 404, 405, 407, 421];

/**
 * Decides what a response means: by the dialect, or by its status. After an error of the server, or
 * a success whose body the dialect does not understand, the carrier may have accepted the message.
 */
export function classify<S>(
  { read }: Pick<Dialect<S>, 'read'>,
  response: HttpResponse,
  settings: S,
  message: Outgoing,
): Meaning {
  const meaning = readSafely(() => read(response, settings, message)) ?? byStatus(response);
  switch (meaning.kind) {
    case 'throttled':
      return { ...meaning, retryAfterMs: meaning.retryAfterMs ?? retryAfterMs(response) };
    case 'refused':
    case 'retry':
    case 'accountFault':
      return { ...meaning, code: isCode(meaning.code) ? meaning.code : `HTTP ${response.status}` };
    case 'accepted':
      return meaning.ref === '' ? { kind: 'unknown' } : meaning;
    case 'unknown':
      return meaning;
  }
}

/** A code is stored, logged and shown, so it must not be an arbitrary text. */
export const isCode = (text: string): boolean => /^[\w .:-]{1,60}$/.test(text);

function readSafely(read: () => Meaning | undefined): Meaning | undefined {
  try {
    return read();
  } catch {
    // Not what the provider documents: only the status counts.
    return undefined;
  }
}

function byStatus({ status }: HttpResponse): Meaning {
  const code = `HTTP ${status}`;
  if (status === 429) return { kind: 'throttled' };
  // A proxy reports that the request came too slowly or too early, not that the message is wrong.
  // With 303, a server that has handled the request says where its result is.
  if ([303, 408, 425].includes(status)) return { kind: 'unknown' };
  if (accountFaults.includes(status) || (status >= 300 && status < 400))
    return { kind: 'accountFault', code };
  if (status >= 400 && status < 500) return { kind: 'refused', error: 'carrier_rejected', code };
  return { kind: 'unknown' };
}

const maxRetryAfterMs = hour;

function retryAfterMs({ headers }: HttpResponse): number | undefined {
  const milliseconds = parseRetryAfter(headers['retry-after']);
  return milliseconds && Math.min(milliseconds, maxRetryAfterMs);
}
