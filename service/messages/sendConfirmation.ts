import type { Message } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { readAccount } from '../accounts/readAccount.ts';
import { findConfirmationRequest } from '../consents/confirmationRequest.ts';
import { recordConsents } from '../consents/recordConsents.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { fail, ServiceError } from '../errors/serviceError.ts';
import { iso } from '../times/iso.ts';
import { renderReply } from '../replies/renderReply.ts';
import type { ContactTable } from '../store/tables/tables.ts';
import { day } from '../times/durations.ts';
import { chooseAnswerable } from './checks/requireSender.ts';
import { sendMessages } from './sendMessages.ts';

/**
 * Asks a pending contact to confirm that they want messages, at most once a day, and only from a
 * number that the contact can answer. The transaction must hold the lock of the contact, so that
 * two requests do not ask twice.
 */
export async function sendConfirmation(
  unit: UnitOfWork,
  { id: contactId, phone, status }: Selectable<ContactTable>,
  sender: string | undefined,
): Promise<Message> {
  const { context, trx, now, keyId } = unit;
  if (status !== 'pending')
    fail('status_conflict', {
      detail: `The contact is ${status}. Only a pending contact can confirm.`,
    });
  const account = await readAccount(trx, unit.account.id);
  const lastAt = await findConfirmationRequest(trx, { accountId: account.id, phone });
  const againAt = lastAt && new Date(lastAt.getTime() + day);
  if (againAt && againAt > now)
    fail('status_conflict', {
      detail: `The contact got a confirmation request in the last 24 hours. You can send the next one at or after ${iso(againAt)}.`,
    });
  const from = await chooseAnswerable(unit, sender, '/from');
  const text = renderReply(account, 'confirmation', account.language);
  const [message] = await sendMessages(unit, [{ to: phone, text, from }]);
  if (message instanceof ServiceError) throw message;
  const entry = {
    phone,
    contactId,
    action: 'confirmation_requested',
    method: 'api',
    number: null,
    at: now,
    messageId: message!.id,
    keyId,
  } as const;
  await recordConsents(context, trx, account.id, [entry]);
  return message!;
}
