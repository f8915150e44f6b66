import { limits } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { ServiceError } from '../errors/serviceError.ts';
import { findCallingCode } from '../phones/phone.ts';
import { phoneKey } from '../phones/equivalentNumbers.ts';
import { advisoryLocks } from '../store/advisoryLocks.ts';
import { countCodes, sumCodes, type CodeCount } from './countCodes.ts';
import { nextCodeAt } from './cooldown.ts';
import { splitIntoPrefixes, type Verdict } from './prefixRules.ts';
import { createPrefixLedger } from './prefixLedger.ts';
import { lockPrefixes, readPool, storePrefixes } from './prefixStore.ts';
import { readHistory } from './readHistory.ts';

interface Candidate {
  readonly phone: string;
  readonly country: string | null;
}

/** How the guard admits a code. */
export interface Admission {
  /** When the phone number can get another code. */
  readonly nextCodeAt: Date;
  /** Whether the phone number entered a code before. */
  readonly isKnown: boolean;
}

/** Decides which codes go out, one after the other. */
export interface Guard {
  /** Throws the reason if the code must not go out. */
  readonly admit: (candidate: Candidate) => Admission;
  /** Returns the pending verifications of the same phones, which new ones replace. */
  readonly listPending: (started: readonly { readonly phone: string }[]) => readonly string[];
  /** Stores what the guard learned, including from refusals. */
  readonly store: () => Promise<void>;
}

/**
 * Reads everything about the phone numbers that the decisions need, in a constant number of
 * queries. Serializes the decisions of an account, so that codes that start at the same time in
 * several processes do not all pass.
 *
 * Locks in this order: the daily limit, the account's codes, pending verifications, prefixes, and
 * then messages.
 */
export async function openGuard(
  { trx, account, now }: UnitOfWork,
  phones: readonly string[],
): Promise<Guard> {
  await sql`select pg_advisory_xact_lock(
    ${sql.lit(advisoryLocks.verifications)}, hashtext(${account.id}))`.execute(trx);
  const { histories, pending } = await readHistory(trx, account.id, phones, now);
  const prefixesByPhone = new Map(
    phones.map((phone) => [phone, splitIntoPrefixes(phone, findCallingCode(phone))]),
  );
  const every = [...prefixesByPhone.values()].flat().map(({ prefix }) => prefix);
  const states = await lockPrefixes(trx, account.id, every);
  const ledger = createPrefixLedger(states, await readPool(trx, account.id, now));
  const { verifications_per_day: perDay } = account;
  let started = perDay === null ? 0 : (await sumCodes(trx, account.id, now)).started;
  const counts: CodeCount[] = [];
  const countries = new Map<string, string | null>();

  const refuse = (phone: string, error: ServiceError): never => {
    const prefixes = prefixesByPhone.get(phone)!.map(({ prefix }) => prefix);
    counts.push({ prefixes, counter: 'refused', at: now });
    throw error;
  };

  return {
    admit({ phone, country }) {
      const history = histories.get(phone)!;
      const next = nextCodeAt(history.times);
      if (next > now.getTime()) refuse(phone, tooManyCodes(next, now));
      if (perDay !== null && started >= perDay) refuse(phone, spent(perDay));
      const prefixes = prefixesByPhone.get(phone)!;
      if (!history.isKnown) {
        for (const { prefix } of prefixes) countries.set(prefix, country);
        const verdict = ledger.judge(prefixes, now.getTime());
        if (verdict.kind !== 'send') refuse(phone, prefixRefusal(verdict, now));
      }
      started++;
      history.times.unshift(now.getTime());
      counts.push({ prefixes: prefixes.map(({ prefix }) => prefix), counter: 'started', at: now });
      return { nextCodeAt: new Date(nextCodeAt(history.times)), isKnown: history.isKnown };
    },

    listPending: (started) => {
      const keys = new Set(started.map(({ phone }) => phoneKey(phone)));
      return pending.filter(({ phone }) => keys.has(phoneKey(phone))).map(({ id }) => id);
    },

    async store() {
      const touched = [...countries].map(([prefix, country]) => ({
        ...ledger.read(prefix),
        country,
      }));
      await storePrefixes(trx, account.id, touched);
      await countCodes(trx, account.id, counts);
    },
  };
}

const secondsUntil = (until: number, now: Date): number =>
  Math.max(1, Math.ceil((until - now.getTime()) / 1000));

function tooManyCodes(next: number, now: Date): ServiceError {
  const retryAfter = secondsUntil(next, now);
  return new ServiceError('too_many_verifications', {
    detail: `This phone number can get another code in ${retryAfter} seconds, and at most ${limits.codesPerHour} codes in an hour and ${limits.codesPerDay} in 24 hours.`,
    retryAfter,
  });
}

const spent = (perDay: number): ServiceError =>
  new ServiceError('daily_limit_reached', {
    detail: `This account can send ${perDay} verification codes in 24 hours, and has reached this limit. Wait, or raise verifications_per_day, which an admin of the account can do under Settings.`,
  });

function prefixRefusal(
  { kind, until }: Exclude<Verdict, { kind: 'send' }>,
  now: Date,
): ServiceError {
  if (kind === 'blocked') return new ServiceError('verification_blocked');
  const retryAfter = secondsUntil(until, now);
  return new ServiceError('too_many_verifications', {
    detail: `People entered too few of the codes that went to phone numbers with the same first digits, so the service limits codes to these numbers. Wait ${retryAfter} seconds, then send another code.`,
    retryAfter,
  });
}
