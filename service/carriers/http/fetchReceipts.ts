import { splitIntoChunks } from '../../lib/splitIntoChunks.ts';
import type { Receipt } from '../carrier.ts';
import type { ReceiptQuery } from './dialect.ts';
import type { EngineSettings } from './engineSettings.ts';
import type { Send } from './send.ts';

const timeoutMs = 4_000;

/** Asks the provider for the receipts of messages, and returns those that it has. */
export async function fetchReceipts<S extends EngineSettings>(
  { request, read }: ReceiptQuery<S>,
  settings: S,
  refs: readonly string[],
  { send, signal }: { readonly send: Send; readonly signal: AbortSignal },
): Promise<Receipt[]> {
  const fetchOne = async (ref: string): Promise<Receipt[]> => {
    try {
      const receipt = read(await send(request(settings, ref), { timeoutMs, signal }));
      return receipt ? [{ ref, ...receipt }] : [];
    } catch {
      // The service asks again when the message is older.
      return [];
    }
  };
  const receipts: Receipt[] = [];
  for (const some of splitIntoChunks(refs, settings.concurrency)) {
    if (signal.aborted) break;
    receipts.push(...(await Promise.all(some.map(fetchOne))).flat());
  }
  return receipts;
}
