import { createHash } from 'node:crypto';
import type { CallbackEvent, ReadEvent } from '../../../store/callbackEvent.ts';
import { readCallbackForm } from '../../http/callbacks/readCallbackForm.ts';
import type { CallbackCall } from '../../http/dialect.ts';
import { readMedia } from '../../http/readMedia.ts';
import type { ValuesOf } from '../../settings.ts';
import { outcomes, type httpSettings } from './httpSettings.ts';
import { parseFields, textAt, valueAt } from './template.ts';

type Settings = ValuesOf<typeof httpSettings>;

/** Reads a callback with one event or with a list of them. */
export function readHttpCallback(call: CallbackCall, settings: Settings): ReadEvent[] {
  const { eventsPointer } = settings;
  const fields =
    call.method === 'GET'
      ? Object.fromEntries(readCallbackForm(call))
      : parseFields(call.body.toString());
  const found = eventsPointer === '' ? fields : (valueAt(fields, eventsPointer) ?? fields);
  if (!Array.isArray(found)) return [readEvent(found, call, settings)];
  return found.map((one) => {
    try {
      return readEvent(one, call, settings);
    } catch {
      return 'unreadable';
    }
  });
}

function readEvent(
  fields: unknown,
  { messageId }: CallbackCall,
  settings: Settings,
): CallbackEvent {
  const at = (where: string) => (where === '' ? undefined : textAt(fields, where));
  const status = at(settings.receiptStatusPointer);
  const ref = at(settings.receiptIdPointer) ?? messageId;
  // A URL that names a message is only for receipts.
  if (messageId !== undefined || (status !== undefined && at(settings.textPointer) === undefined)) {
    if (ref === undefined || status === undefined)
      throw new Error('The receipt has no ID or no status');
    const outcome = outcomes.find((one) => one === settings.statuses[status]);
    return { kind: 'receipt', ref, outcome, code: at(settings.receiptCodePointer) ?? status };
  }
  const [id, from, to] = [
    settings.textIdPointer,
    settings.textFromPointer,
    settings.textToPointer,
  ].map(at);
  if (!id || !from || !to) throw new Error('The text has no ID, sender or recipient');
  const text = at(settings.textPointer) ?? '';
  const { textMediaPointer } = settings;
  const media = textMediaPointer === '' ? [] : readMedia(valueAt(fields, textMediaPointer));
  return { kind: 'text', ref: `${id}-${hashText(from, to, text)}`, from, to, text, media };
}

/**
 * A gateway that was reset counts its IDs from the beginning again. Without the content, a STOP
 * would count as an earlier text that came again. The URLs of media can change each time.
 */
const hashText = (...content: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url');
