import { sql, type Selectable } from 'kysely';
import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import type { ErasureTable } from '../store/tables/consentTables.ts';

/** One transaction of an erasure. */
export interface Erasure extends Pick<Selectable<ErasureTable>, 'account_id' | 'cursor'> {
  readonly context: Context;
  readonly trx: Trx;
  /** All spellings of the number. */
  readonly phones: readonly string[];
  /**
   * When the account asked for the erasure, or the time of the latest data from before, if clocks
   * differ. The erasure leaves later data of the person alone.
   */
  readonly created_at: Date;
}

/** What a transaction did: all of its step, a part, or nothing because it must wait. */
export type Progress =
  | { readonly kind: 'done'; readonly messages?: number }
  | { readonly kind: 'more'; readonly cursor?: string; readonly messages?: number }
  | { readonly kind: 'later' };

/** A step of an erasure. A crash repeats at most one transaction, so it must be repeatable. */
export type Step = (erasure: Erasure) => Promise<Progress>;

/**
 * Returns the condition that a text contains any spelling of the number, with or without a plus.
 * More digits are the number of another person.
 */
export function contains(text: ReturnType<typeof sql>, phones: readonly string[]): typeof text {
  const digits = phones.map((phone) => phone.replace('+', ''));
  const whole = `(^|[^0-9])(00|011)?(${digits.join('|')})([^0-9]|$)`;
  return sql`(${text} like any(${digits.map((one) => `%${one}%`)}::text[]) and ${text} ~ ${whole})`;
}
