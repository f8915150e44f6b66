import { limits } from '@textloom/shared/contract';
import type { Context } from '../core/context.ts';
import { minute } from '../times/durations.ts';
import { recordAudit, type AuditRecord, type AuditedKey } from './recordAudit.ts';

/** A request of a key that may not make it. */
export interface Denial extends Pick<
  AuditRecord,
  'accountId' | 'operation' | 'requestId' | 'ipAddress'
> {
  readonly by: AuditedKey;
  /** Identifies the client by its address. */
  readonly client: string;
}

/** Records that a request was denied. Never fails, because the response is an error anyway. */
export type RecordDenial = (denial: Denial) => Promise<void>;

/**
 * A process records one denial of a key, an operation and an address in this time, so that logs
 * stay small. A forgotten program must not hide somebody else who has its key.
 */
const everyMs = limits.deniedMinutes * minute;
/** From further addresses, it records nothing, so that a client with many cannot fill the log. */
const maxAddresses = 20;
const maxRemembered = 10_000;

export function createRecordDenial(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  report: (error: unknown) => void,
  elapsed = () => performance.now(),
): RecordDenial {
  /** Maps keys and operations to their addresses of the last time, oldest first. */
  const recorded = new Map<string, { readonly since: number; readonly from: Set<string> }>();
  return async ({ client, ...denial }) => {
    const what = `${denial.by.keyId} ${denial.operation}`;
    const now = elapsed();
    const known = recorded.get(what);
    const current =
      known && now - known.since < everyMs ? known : { since: now, from: new Set<string>() };
    const { from } = current;
    if (from.has(client) || from.size >= maxAddresses) return;
    from.add(client);
    if (current !== known) {
      recorded.delete(what);
      recorded.set(what, current);
    }
    if (recorded.size > maxRemembered) recorded.delete(recorded.keys().next().value!);
    await recordAudit(db, { ...denial, outcome: 'denied', now: clock() }).catch(
      (error: unknown) => {
        // The next denial is recorded instead.
        from.delete(client);
        report(error);
      },
    );
  };
}
