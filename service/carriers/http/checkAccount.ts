import type { AccountCheck } from '../defineCarrier.ts';
import { UnsentError } from '../unsentError.ts';
import { createSend, isAnswer, LostResponseError, type HttpRequest } from './send.ts';

const timeoutMs = 10_000;

/** Sends a harmless request, and reads from its status whether the provider serves the account. */
export async function checkAccount(request: HttpRequest | undefined): Promise<AccountCheck> {
  if (!request) return { kind: 'unknown' };
  const { send, close } = createSend();
  try {
    const { status } = await send(request, { timeoutMs, signal: new AbortController().signal });
    if (status >= 200 && status < 300) return { kind: 'served' };
    return { kind: isAnswer(status) ? 'refused' : 'unreachable', code: `HTTP ${status}` };
  } catch (error) {
    if (!(error instanceof UnsentError || error instanceof LostResponseError)) throw error;
    const { code = 'no response' } = error as NodeJS.ErrnoException;
    return { kind: 'unreachable', code };
  } finally {
    close();
  }
}
