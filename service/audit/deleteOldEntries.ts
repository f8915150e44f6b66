import type { Context } from '../core/context.ts';
import { deleteOldRows } from '../core/deleteOldRows.ts';
import { day } from '../times/durations.ts';

/** Deletes the entries that are too old. */
export const deleteOldEntries = (
  context: Pick<Context, 'db' | 'clock' | 'batch' | 'auditRetentionDays'>,
): Promise<void> =>
  deleteOldRows(
    context,
    'audit_log',
    (now) => new Date(now.getTime() - context.auditRetentionDays * day),
    'textloom.expires_audit',
  );
