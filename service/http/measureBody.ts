import { limits } from '@textloom/shared/contract';
import { ServiceError } from '../errors/serviceError.ts';

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Rejects a body with more values than any request needs, before it is parsed, because a small body
 * with many values takes longest to parse and validate. Also rejects a field that an object has
 * twice, because the parser keeps only the last one, such as the second of two recipients. It needs
 * one pass over the bytes. A body that is not JSON can pass, and the parser rejects it.
 */
export function measureBody(body: Buffer): ServiceError | undefined {
  const entries = new Uint32Array(limits.bodyLevels + 1);
  /** The names of the current object at each level. */
  const names: (Set<string> | undefined)[] = [];
  let level = 0;
  let values = 0;
  for (let at = 0; at < body.length; at++) {
    switch (body[at]) {
      case quote: {
        const end = endOfString(body, at);
        if (isName(body, end)) {
          const name = readName(body.toString('utf8', at + 1, end));
          if (names[level]?.has(name))
            return malformed(
              `The body has the field "${shorten(name)}" twice in one object. Remove one of them.`,
            );
          names[level]?.add(name);
        }
        at = end;
        break;
      }
      case openBrace:
      case openBracket:
        level++;
        if (level > limits.bodyLevels) return malformed('The body is nested too deeply.');
        names[level] = body[at] === openBrace ? new Set() : undefined;
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

/** Reads a name as the parser does, because an escape can stand for any character. */
function readName(written: string): string {
  if (!written.includes('\\')) return written;
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    // The body is not JSON.
    return written;
  }
}

const shorten = (name: string): string =>
  name.length > limits.nameLength ? `${name.slice(0, limits.nameLength).toWellFormed()}…` : name;

function endOfString(body: Buffer, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1;
  return at;
}

/** Returns whether a string that ends here is the name of a field. */
function isName(body: Buffer, end: number): boolean {
  let at = end + 1;
  while (isSpace(body[at])) at++;
  return body[at] === colon;
}

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

const malformed = (detail: string): ServiceError => new ServiceError('malformed_json', { detail });

const tooLarge = (detail: string): ServiceError =>
  new ServiceError('validation_failed', {
    fieldErrors: [{ pointer: '', code: 'too_long', detail }],
  });
