import type { NumberChange } from '../../carrier.ts';
import { isCode } from '../classify.ts';
import type { HttpResponse } from '../send.ts';
import type { NumberDialect } from './numberDialect.ts';

/** Returns the body of a success. */
export function readBody({ status, body }: HttpResponse): unknown {
  if (status >= 200 && status < 300) return parse(body);
  throw new Error(`The provider did not return its list of numbers: HTTP ${status}`);
}

/** Parses JSON. The error of `JSON.parse` would repeat a part of the body. */
function parse(body: string): unknown {
  try {
    return body === '' ? {} : JSON.parse(body);
  } catch {
    throw new Error('The provider sent a response that is not JSON');
  }
}

/** Decides by the status what a response to a change means, unless the body names an error. */
export function interpretChange<S>(
  { readError }: Pick<NumberDialect<S>, 'readError'>,
  { status, body }: HttpResponse,
): NumberChange {
  if (status === 429) return { kind: 'unsent' };
  const isSuccess = status >= 200 && status < 300;
  const isRefusal = status >= 300 && status < 500 && status !== 408 && status !== 425;
  if (!isSuccess && !isRefusal) return { kind: 'unknown' };
  const code = readCode(readError, body);
  if (isSuccess && code === undefined) return { kind: 'done' };
  return { kind: 'refused', code: code ?? `HTTP ${status}` };
}

function readCode(readError: NumberDialect<never>['readError'], body: string): string | undefined {
  try {
    const code = String(readError(parse(body)) ?? '');
    return isCode(code) ? code : undefined;
  } catch {
    return undefined;
  }
}
