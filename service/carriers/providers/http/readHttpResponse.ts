import { refusals } from '../../codes/codeMeanings.ts';
import type { Meaning, Outgoing } from '../../http/dialect.ts';
import type { HttpResponse } from '../../http/send.ts';
import type { ValuesOf } from '../../settings.ts';
import { accepted, type httpSettings } from './httpSettings.ts';
import { parseFields, textAt } from './template.ts';

type Settings = Pick<ValuesOf<typeof httpSettings>, 'idPointer' | 'codePointer' | 'codes'>;

/** Reads a response to a submit by the codes that the settings give a meaning to. */
export function readHttpResponse(
  { status, body }: Omit<HttpResponse, 'headers'>,
  { idPointer, codePointer, codes }: Settings,
  { messageId }: Pick<Outgoing, 'messageId'>,
): Meaning | undefined {
  const fields = parseFields(body);
  const httpCode = `HTTP ${status}`;
  const code = (codePointer !== '' && textAt(fields, codePointer)) || undefined;
  const word = codes[code ?? httpCode] ?? codes[httpCode];
  const meaning = toMeaning(word, code ?? httpCode);
  if (meaning || status < 200 || status > 299) return meaning;
  // If the settings say which codes are good, the others are not.
  if (code !== undefined && word !== accepted && Object.values(codes).includes(accepted))
    return { kind: 'refused', error: 'carrier_rejected', code };
  const ref = idPointer === '' ? messageId : textAt(fields, idPointer);
  return ref === undefined ? { kind: 'unknown' } : { kind: 'accepted', ref };
}

function toMeaning(word: string | undefined, code: string): Meaning | undefined {
  if (word === 'throttled') return { kind: 'throttled' };
  if (word === 'retry') return { kind: 'retry', code };
  if (word === 'account') return { kind: 'accountFault', code };
  const error = refusals.find((one) => one === word);
  return error && { kind: 'refused', error, code };
}
