import type { Fault } from '../fault.ts';

const requests = { suite: 'test/service/pglite/requests.test.ts' } as const;
const expiry = { ...requests, only: 'an API key that expires' } as const;
const rotation = { ...requests, only: 'the rotation of an API key' } as const;
const log = { ...requests, only: 'PGlite the audit log' } as const;

/** These faults keep keys alive, or hide who did what. */
// prettier-ignore
export const audit: readonly Fault[] = [
  { ...expiry, file: 'service/accounts/findValidKeys.ts', find: "expires_at && expires_at <= now ? 'expired' : undefined", plant: 'undefined', harm: 'forged', why: 'an expired key works forever' },
  { ...expiry, file: 'service/http/authenticate.ts', find: ' && !hasEnded(cached.caller, context)', plant: '', harm: 'forged', why: 'an expired key works as long as the service remembers it' },
  { ...expiry, file: 'service/http/guard.ts', find: "caller.ended === 'expired' ? refuseExpired(caller)", plant: "caller.ended === undefined ? refuseExpired(caller)", harm: 'wrong', why: 'nobody learns that a key has expired' },
  { ...expiry, file: 'service/accounts/keyExpiry.ts', find: "if (at <= now) return 'has passed';", plant: '', harm: 'wrong', why: 'a new key does not work, because its expiry has passed' },
  { ...rotation, file: 'service/accounts/rotateKey.ts', find: 'Math.min(old.expires_at?.getTime() ?? Infinity, end)', plant: 'end', harm: 'forged', why: 'a rotation prolongs the life of the old key' },
  { ...rotation, file: 'service/accounts/rotateKey.ts', find: '      expires_at: oldExpiresAt,\n', plant: '', harm: 'forged', why: 'the old key of a rotation never ends' },
  { ...requests, only: 'belongs to one account|for an object of another account', file: 'service/accounts/rotateKey.ts', find: ".where('account_id', '=', accountId)\n    .where('id', '=', id)\n    .where('revoked_at', 'is', null)", plant: ".where('id', '=', id)\n    .where('revoked_at', 'is', null)", harm: 'another account', why: 'an account replaces the key of another account' },
  { ...rotation, file: 'service/handlers/key.ts', find: 'if (id === call.keyId && overlap_hours === 0)', plant: 'if (id === call.keyId && overlap_hours < 0)', harm: 'lost', why: 'a lost response locks an account out' },
  { ...rotation, file: 'service/accounts/liveKeys.ts', find: 'if (live.length >= limits.keys)', plant: 'if (live.length > limits.keys)', harm: 'limit', why: 'an account creates any number of keys' },
  { ...rotation, file: 'service/accounts/liveKeys.ts', find: ".where(sql<boolean>`coalesce(expires_at, 'infinity') > ${now}`)", plant: '', harm: 'lost', why: 'expired keys use up the limit of keys' },
  { ...rotation, file: 'service/accounts/liveKeys.ts', find: 'if (live.length > limits.replacedKeys)', plant: 'if (live.length > 100 * limits.replacedKeys)', harm: 'limit', why: 'rotations create any number of keys that work' },
  { ...rotation, file: 'service/accounts/rotateKey.ts', find: 'if (replaced_by !== null)', plant: 'if (replaced_by === undefined)', harm: 'lost', why: 'a second rotation creates a key that soon expires' },
  { ...rotation, file: 'service/accounts/liveKeys.ts', find: "fail('last_admin_key')", plant: "void fail", harm: 'lost', why: 'an account loses its last admin key' },
  { ...log, file: 'service/handlers/audit.ts', find: ".where('account_id', '=', account.id)", plant: '', harm: 'another account', why: 'every account sees the audit log of all' },
  { ...log, file: 'service/http/operation/runners/singleRunner.ts', find: 'isAudited: true', plant: 'isAudited: false', harm: 'wrong', why: 'the audit log misses changes' },
  { suite: 'test/service/imports/importBatches.test.ts', file: 'service/http/operation/runners/longRunner.ts', find: "outputs.length > 0 && !isUnconfirmed ? 'failed' : undefined", plant: "outputs.length > 0 && !isUnconfirmed ? 'succeeded' : undefined", harm: 'wrong', why: 'the audit log calls a failed import a success' },
  { ...log, file: 'service/http/operation/serveOperation.ts', find: 'if (isAudited(operation)) await', plant: 'if (!operation) await', harm: 'wrong', why: 'nobody notices a key that tries what it may not do' },
  { suite: 'test/service/audit/denials.test.ts', file: 'service/audit/denials.ts', find: 'from.size >= maxAddresses', plant: 'from.size >= 100 * maxAddresses', harm: 'limit', why: 'a key that is denied fills the audit log' },
  { suite: 'test/service/audit/denials.test.ts', file: 'service/audit/denials.ts', find: 'if (from.has(client) || ', plant: 'if (from.size > 0 || ', harm: 'wrong', why: 'a forgotten program hides a thief from the audit log' },
  { ...log, file: 'service/handlers/webhook.ts', find: 'if (isOfMessages(row) && isOfMessages(before)) call.skipAudit();', plant: 'if (isOfMessages(before)) call.skipAudit();', harm: 'wrong', why: 'the audit log misses a webhook that starts to receive all messages' },
  { ...log, file: 'service/store/migrations/0044_audit_log.ts', find: 'after update or delete on audit_log', plant: 'after update on audit_log', harm: 'forged', why: 'somebody deletes the traces of a change' },
  { ...log, file: 'service/audit/deleteOldEntries.ts', find: 'context.auditRetentionDays * day', plant: '0 * day', harm: 'lost', why: 'the service deletes the audit log' },
  { suite: 'test/contract/audited.test.ts', file: 'shared/contract/operation.ts', find: '(isChange(operation) && operation.notAudited === undefined)', plant: "(isChange(operation) && operation.method === 'DELETE')", harm: 'wrong', why: 'the audit log contains only deletions' },
];
