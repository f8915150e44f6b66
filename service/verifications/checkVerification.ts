import type { Input, Output, contract } from '@textloom/shared/contract';
import { findOwn } from '../core/findOwn.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { hasPhone } from '../consents/hasPhone.ts';
import { failMissing } from '../errors/serviceError.ts';
import { findCallingCode } from '../phones/phone.ts';
import { requirePhone } from '../phones/requirePhone.ts';
import { listSpellings, normalizeCode } from './codes.ts';
import { countCodes, sumCodes } from './countCodes.ts';
import { endVerifications } from './endVerifications.ts';
import { computePayment, splitIntoPrefixes } from './prefixRules.ts';
import { createPrefixLedger } from './prefixLedger.ts';
import { lockPrefixes, storePrefixes } from './prefixStore.ts';
import { isOverdue, toVerification, type VerificationRow } from './toVerification.ts';

type Check = (typeof contract)['verification']['check'];

/**
 * Compares a code. Holds the row of the verification, so that simultaneous checks count one after
 * the other.
 */
export async function checkVerification(
  unit: UnitOfWork,
  { id, to, code }: Input<Check>,
): Promise<Output<Check>> {
  const { context, trx, now } = unit;
  const row = await findOwn(unit, 'verification', id ?? (await findNewest(unit, to!)), {
    lock: true,
  });
  const show = (shown: VerificationRow, valid: boolean) => ({
    valid,
    ...toVerification(shown, now),
  });
  if (row.status !== 'pending') return show(row, false);
  if (isOverdue(row, now)) {
    const [expired] = await endVerifications(context, trx, [row.id], 'expired');
    return show(expired!, false);
  }
  const isRight = listSpellings(normalizeCode(code)).some((one) =>
    context.secrets.matches(row.id, one, row.code_hash!),
  );
  const attemptsLeft = row.attempts_left - 1;
  if (isRight) {
    const [approved] = await endVerifications(context, trx, [row.id], 'approved');
    await countApproval(unit, row);
    return show(approved!, true);
  }
  if (attemptsLeft === 0) {
    const [failed] = await endVerifications(context, trx, [row.id], 'failed', { attemptsLeft });
    return show(failed!, false);
  }
  await trx
    .updateTable('verification')
    .set({ attempts_left: attemptsLeft })
    .where('id', '=', row.id)
    .execute();
  return show({ ...row, attempts_left: attemptsLeft }, false);
}

/** Finds the pending verification of a phone number, or its newest one. Fails if it has none. */
async function findNewest(unit: UnitOfWork, to: string): Promise<string> {
  const found = await unit.trx
    .selectFrom('verification')
    .select('id')
    .where('account_id', '=', unit.account.id)
    .where(hasPhone([requirePhone(unit, to, '/to')]))
    .orderBy((where) => where('status', '=', 'pending'), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? failMissing('verification');
}

/** Counts an entered code for the prefixes of its number. Locks them, so this comes last. */
async function countApproval(
  { trx, account, now }: UnitOfWork,
  { phone, country, created_at, is_known }: VerificationRow,
): Promise<void> {
  const prefixes = splitIntoPrefixes(phone, findCallingCode(phone));
  const names = prefixes.map(({ prefix }) => prefix);
  // A known number passes without regard to its prefixes, so it proves nothing about them.
  if (!is_known) {
    const states = await lockPrefixes(trx, account.id, names);
    const payment = computePayment(await sumCodes(trx, account.id, now));
    const ledger = createPrefixLedger(states, 0);
    ledger.approve(prefixes, payment, now.getTime());
    await storePrefixes(
      trx,
      account.id,
      names.map((name) => ({ ...ledger.read(name), country })),
    );
  }
  await countCodes(trx, account.id, [{ prefixes: names, counter: 'approved', at: created_at }]);
}
