import type { Message } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { equivalentNumbers } from '../phones/equivalentNumbers.ts';
import type { Trx } from '../store/database.ts';
import { erasedPhone, findErased } from './erasedPhones.ts';
import { hasPhone } from './hasPhone.ts';
import { everywhere } from './optOuts.ts';

/** A text, as far as it decides whether the recipient allows it. */
export interface Texting {
  readonly accountId: string;
  /** In E.164 form. */
  readonly recipient: string;
  /** An opt-out can apply to one sender only. */
  readonly sender: string;
  readonly purpose: Message['purpose'];
}

export type ConsentRefusal = 'recipient_opted_out' | 'opt_in_required';

/**
 * Returns why the recipient does not allow a text, or undefined if the text may go. Every text
 * passes through this decision: when the service accepts it, and when it leaves.
 */
export type FindConsentRefusal = (text: Texting) => ConsentRefusal | undefined;

interface Facts {
  readonly optOuts: readonly {
    readonly account_id: string;
    readonly phone: string;
    readonly number: string;
  }[];
  /** The contacts who have not confirmed yet, under any spelling of their numbers. */
  readonly pending: readonly Pending[];
}

interface Pending {
  readonly account_id: string;
  readonly phone: string;
}

/** Decides from facts about the recipients of all texts in question. */
export function decidePermissions({ optOuts, pending }: Facts): FindConsentRefusal {
  const optedOut = new Set(
    optOuts.map(({ account_id, phone, number }) => `${account_id} ${phone} ${number}`),
  );
  const unconfirmed = new Set(
    pending.flatMap(({ account_id, phone }) =>
      equivalentNumbers(phone).map((spelling) => `${account_id} ${spelling}`),
    ),
  );
  return ({ accountId, recipient, sender, purpose }) => {
    const key = `${accountId} ${recipient}`;
    if (optedOut.has(`${key} ${everywhere}`) || optedOut.has(`${key} ${sender}`))
      return 'recipient_opted_out';
    return purpose === 'marketing' && unconfirmed.has(key) ? 'opt_in_required' : undefined;
  };
}

/** Looks up the facts about the recipients of texts. */
export async function readPermissions(
  { secrets }: Pick<Context, 'secrets'>,
  trx: Trx,
  texts: readonly Texting[],
): Promise<FindConsentRefusal> {
  if (texts.length === 0) return decidePermissions({ optOuts: [], pending: [] });
  const erased = findErased(
    secrets,
    texts.map(({ accountId, recipient }) => ({ accountId, phone: recipient })),
  );
  const { rows } = await sql<Facts['optOuts'][number]>`
    select account_id, phone, number from opt_out
    where ${matchesRecipients(texts, erased.keys)}`.execute(trx);
  const marketing = texts.filter(({ purpose }) => purpose === 'marketing');
  return decidePermissions({
    optOuts: erased.reveal(rows),
    pending: await findPending(trx, marketing),
  });
}

/**
 * Returns whether the recipient has opted out, and keeps the opt-out until the transaction ends: a
 * START that lifts it waits, and then sees what the transaction has stored. Locks one row, so that
 * no two transactions wait for each other.
 */
export async function holdOptOut(
  { secrets }: Pick<Context, 'secrets'>,
  trx: Trx,
  { accountId, recipient, sender }: Omit<Texting, 'purpose'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from opt_out where account_id = ${accountId}
      and phone in (${recipient}, ${erasedPhone(secrets, accountId, recipient)})
      and number in (${everywhere}, ${sender})
    limit 1 for key share`.execute(trx);
  return rows.length > 0;
}

/** Returns the contacts of recipients who have not confirmed yet, under any spelling. */
export async function findPending(
  trx: Trx,
  texts: readonly Pick<Texting, 'accountId' | 'recipient'>[],
): Promise<Pending[]> {
  if (texts.length === 0) return [];
  const { rows } = await sql<Pending>`
    select account_id, phone from contact
    where ${matchesRecipients(texts)} and status = 'pending'`.execute(trx);
  return rows;
}

const matchesRecipients = (
  texts: readonly Pick<Texting, 'accountId' | 'recipient'>[],
  erased: readonly string[] = [],
) => sql`
  account_id = any(${[...new Set(texts.map(({ accountId }) => accountId))]}::text[])
    and ${hasPhone([...texts.map(({ recipient }) => recipient), ...erased])}`;
