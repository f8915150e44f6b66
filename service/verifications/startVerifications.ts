import type { contract, FilledInput, Verification } from '@textloom/shared/contract';
import type { Insertable } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { refuse, ServiceError } from '../errors/serviceError.ts';
import { newId } from '../lib/ids.ts';
import { draftMessages, type Draft } from '../messages/draftMessages.ts';
import { attempt, valueOrThrow, type Fact, type NewMessage } from '../messages/facts.ts';
import { storeMessages } from '../messages/sendMessages.ts';
import { storeSecretTexts } from '../secrets/secretTexts.ts';
import { insertMany } from '../store/insertMany.ts';
import type { MessageTable } from '../store/tables/messageTables.ts';
import { newCode } from './codes.ts';
import { findOtherField, hideCode, insertCode, standardText } from './codeTexts.ts';
import { cancelVerifications } from './endVerifications.ts';
import { openGuard, type Admission, type Guard } from './openGuard.ts';
import { toVerification, type VerificationRow } from './toVerification.ts';

type Start = FilledInput<(typeof contract)['verification']['start']>;

/** A verification that passes the checks of its message. */
interface Candidate {
  readonly message: Insertable<MessageTable>;
  readonly phone: string;
  readonly country: string | null;
  /** The text with the place for the code. */
  readonly text: string;
  readonly length: number;
  readonly seconds: number;
  readonly attempts: number;
}

/**
 * Sends codes in the transaction of the unit. Returns a result for each input, in order. Refusals
 * count, so they must not roll back the transaction.
 */
export async function startVerifications(
  unit: UnitOfWork,
  inputs: readonly Start[],
): Promise<(Verification | ServiceError)[]> {
  const candidates = await readCandidates(unit, inputs);
  const guard = await openGuard(
    unit,
    accepted(candidates).map(({ phone }) => phone),
  );
  const admitted = candidates.map((one) =>
    one instanceof ServiceError ? one : attempt(() => ({ ...one, ...guard.admit(one) })),
  );
  const sent = (await send(unit, guard, accepted(admitted))).values();
  await guard.store();
  return admitted.map((one) =>
    one instanceof ServiceError ? one : toVerification(sent.next().value!, unit.now),
  );
}

const accepted = <T extends object>(facts: readonly Fact<T>[]): T[] =>
  facts.flatMap((fact) => (fact instanceof ServiceError ? [] : [fact]));

/** Checks everything but the guard, so that only texts that can go out count against a prefix. */
async function readCandidates(
  unit: UnitOfWork,
  inputs: readonly Start[],
): Promise<Fact<Candidate>[]> {
  const texts = inputs.map((input) => attempt(() => chooseText(unit, input)));
  const messages = inputs.map((input, index) => toMessageInput(input, texts[index]!));
  const drafts = await draftMessages(unit, messages);
  return inputs.map((input, index) =>
    attempt(() => toCandidate(unit, input, valueOrThrow(texts[index]!), drafts[index]!)),
  );
}

function chooseText({ account }: UnitOfWork, { text, language, length }: Start): string {
  if (text === undefined) return standardText(language ?? account.language, account.brand, length);
  const other = findOtherField(text);
  return other === undefined
    ? text
    : refuse('/text', 'invalid_format', 'must contain no merge field except {{code}}');
}

const toMessageInput = ({ to, from, length, ttl }: Start, text: Fact<string>): NewMessage => ({
  to,
  ...(from !== undefined && { from }),
  text: hideCode(text instanceof ServiceError ? 'Invalid' : text, length),
  purpose: 'otp',
  ttl,
});

function toCandidate(
  { account }: UnitOfWork,
  { length, ttl, max_attempts }: Start,
  text: string,
  { facts, row }: Draft,
): Candidate {
  const message = valueOrThrow(row);
  const { country } = facts;
  if (account.verification_countries && !account.verification_countries.includes(country ?? ''))
    throw new ServiceError('recipient_not_allowed', {
      fieldErrors: [
        {
          pointer: '/to',
          code: 'not_one_of',
          detail:
            'belongs to no country in verification_countries, which an admin of the account can change under Settings',
        },
      ],
    });
  const phone = valueOrThrow(facts.recipient);
  return { message, phone, country, text, length, seconds: ttl, attempts: max_attempts };
}

/** Sends codes, and cancels the earlier codes to their numbers. */
async function send(
  unit: UnitOfWork,
  guard: Guard,
  candidates: readonly (Candidate & Admission)[],
): Promise<VerificationRow[]> {
  if (candidates.length === 0) return [];
  const { trx, context } = unit;
  const sent = candidates.map((candidate) => {
    const code = newCode(candidate.length);
    return {
      row: toRow(unit, candidate, code),
      messageId: candidate.message.id,
      text: insertCode(candidate.text, code),
    };
  });
  const rows = sent.map(({ row }) => row);
  // Storing a message also locks its conversation, which transactions lock last.
  await cancelVerifications(context, trx, guard.listPending(rows));
  await storeMessages(
    unit,
    candidates.map(({ message }) => message),
  );
  await storeSecretTexts(context.secrets, trx, sent);
  await insertMany('verification', rows).execute(trx);
  return rows;
}

function toRow(
  { context, account, now }: UnitOfWork,
  candidate: Candidate & Admission,
  code: string,
): VerificationRow {
  const id = newId('ver');
  return {
    id,
    account_id: account.id,
    phone: candidate.phone,
    country: candidate.country,
    status: 'pending',
    code_hash: context.secrets.hash(id, code),
    attempts_left: candidate.attempts,
    is_known: candidate.isKnown,
    message_id: candidate.message.id,
    next_code_at: candidate.nextCodeAt,
    expires_at: new Date(now.getTime() + candidate.seconds * 1000),
    created_at: now,
    approved_at: null,
  };
}
