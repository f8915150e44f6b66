import { createHash } from 'node:crypto';

/**
 * The key under which the service takes a message once, made of what the user mapped to the field
 * Deduplication Key. The recipient, in E.164 form, is part of it, so that one record may notify
 * several people. A key counts within its account, so that the account need not be.
 */
export const idempotencyKeyOf = (recipient: string, deduplicationKey: string): string =>
  createHash('sha256')
    .update(JSON.stringify([recipient, deduplicationKey]))
    .digest('hex');
