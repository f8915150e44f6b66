import type { Context } from '../core/context.ts';
import { recordAudit, type AuditRecord, type AuditedKey } from './recordAudit.ts';

/** A request of a key that may not make it. */
export interface Denial extends Pick<
  AuditRecord,
  'accountId' | 'operation' | 'requestId' | 'ipAddress'
> {
  readonly by: AuditedKey;
}

/** Records that a request was denied. Never fails, because the response is an error anyway. */
export type RecordDenial = (denial: Denial) => Promise<void>;

/** A process records one denial of a key and an operation in this time, so that logs stay small. */
const everyMs = 600_000;
const maxRemembered = 10_000;

export function createRecordDenial(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  report: (error: unknown) => void,
  elapsed = () => performance.now(),
): RecordDenial {
  /** Maps keys and operations to the time of their last entry, oldest first. */
  const recorded = new Map<string, number>();
  return async (denial) => {
    const what = `${denial.by.keyId} ${denial.operation}`;
    const now = elapsed();
    if (now - (recorded.get(what) ?? -Infinity) < everyMs) return;
    recorded.delete(what);
    recorded.set(what, now);
    if (recorded.size > maxRemembered) recorded.delete(recorded.keys().next().value!);
    await recordAudit(db, { ...denial, outcome: 'denied', now: clock() }).catch(report);
  };
}
