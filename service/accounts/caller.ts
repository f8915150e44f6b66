import { createHash } from 'node:crypto';
import type { Scope } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import type { AccountTable } from '../store/tables.ts';

/** Who makes a request: an account, by one of its API keys. */
export interface Caller {
  readonly keyId: string;
  readonly scope: Scope;
  readonly account: Selectable<AccountTable>;
}

export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');
