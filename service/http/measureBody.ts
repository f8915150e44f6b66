import { limits } from '@textloom/shared/contract';
import { ServiceError } from '../lib/errors.ts';

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Rejects a body with more values than any request needs, before it is parsed, because a small body
 * with many values takes longest to parse and validate. It needs one pass over the bytes. A body
 * that is not JSON can pass, and the parser rejects it.
 */
export function measureBody(body: Buffer): ServiceError | undefined {
  const entries = new Uint32Array(limits.bodyLevels + 1);
  let level = 0;
  let values = 0;
  for (let at = 0; at < body.length; at++) {
    switch (body[at]) {
      case quote:
        at = endOfString(body, at);
        break;
      case openBrace:
      case openBracket:
        level++;
        if (level > limits.bodyLevels) {
          const detail = 'The body is nested too deeply.';
          return new ServiceError('malformed_json', { detail });
        }
        entries[level] = 1;
        values++;
        break;
      case comma:
        values++;
        entries[level]!++;
        if (entries[level]! > limits.bodyEntries)
          return tooLarge(
            `has an object or a list with more than ${limits.bodyEntries} entries. Split it`,
          );
        break;
      case closeBrace:
      case closeBracket:
        if (level > 0) level--;
        break;
    }
    if (values > limits.bodyValues)
      return tooLarge(`has more than ${limits.bodyValues} values. Split it`);
  }
  return undefined;
}

function endOfString(body: Buffer, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1;
  return at;
}

const tooLarge = (detail: string): ServiceError =>
  new ServiceError('validation_failed', {
    fieldErrors: [{ pointer: '', code: 'too_long', detail }],
  });
