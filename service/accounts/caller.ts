import { hash } from 'node:crypto';
import type { Scope } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import type { AccountTable } from '../store/tables/tables.ts';

/** The account that makes a request, and the API key that it uses. */
export interface Caller {
  readonly keyId: string;
  readonly keyName: string;
  readonly scope: Scope;
  /** When the key stops working. */
  readonly keyExpiresAt: Date | null;
  readonly account: Selectable<AccountTable>;
}

export const hashKey = (key: string): string => hash('sha256', key);
