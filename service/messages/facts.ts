import type { FilledInput, Input, contract } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { ServiceError } from '../errors/serviceError.ts';
import type { Medium, MessageTable } from '../store/tables/messageTables.ts';
import type { NumberTable } from '../store/tables/tables.ts';
import type { MergeContact } from '../mergeFields/mergeFields.ts';
import type { Encoded } from '../segments/encode.ts';

export type NewMessage = Input<(typeof contract)['message']['send']>;

/** A message to send, with the default of each absent field. */
export type FilledMessage = FilledInput<(typeof contract)['message']['send']>;

/** What the checks of a message need. */
export type DraftContext = Pick<UnitOfWork, 'trx' | 'account' | 'context' | 'now'>;

export type SenderNumber = Pick<
  Selectable<NumberTable>,
  'number' | 'type' | 'country' | 'is_default' | 'campaign_id' | 'carrier'
>;

/** A fact about a message, or the reason why it is unknown. */
export type Fact<T> = T | ServiceError;

/** The facts about a message, whether or not it is accepted. */
export interface Facts {
  /** In E.164 form. */
  readonly recipient: Fact<string>;
  readonly country: string | null;
  readonly number: Fact<SenderNumber>;
  /** With the values of the contact in place of merge fields. */
  readonly text: Fact<string>;
  readonly encoded: Fact<Encoded>;
  /** Null for an SMS. */
  readonly media: Fact<Medium[] | null>;
  readonly timing: Fact<Timing>;
}

export interface Timing {
  /** Null if the message goes out immediately. */
  readonly sendAt: Date | null;
  readonly heldReason: MessageTable['held_reason'];
  readonly quietZones: string[] | null;
  readonly expiresAt: Date;
}

export const valueOrUndefined = <T>(fact: Fact<T>): T | undefined =>
  fact instanceof ServiceError ? undefined : fact;

export function valueOrThrow<T>(fact: Fact<T>): T {
  if (fact instanceof ServiceError) throw fact;
  return fact;
}

export function attempt<T>(work: () => T): Fact<T> {
  try {
    return work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** Has more than the phone number and the time zone only if a text needs it. */
export interface KnownContact extends MergeContact {
  readonly id: string;
  readonly time_zone: string | null;
  readonly list_ids: string[];
}
