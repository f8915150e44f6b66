import {
  errors,
  limits,
  type Input,
  type PhoneNumber,
  type contract,
} from '@textloom/shared/contract';
import { isAnySender } from '../accounts/isAnySender.ts';
import { lockAccount } from '../accounts/lockAccount.ts';
import type { OfferedNumber } from '../carriers/carriers.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { failReleasedSender } from '../dispatch/failReleasedSender.ts';
import { fail } from '../errors/serviceError.ts';
import { newId } from '../lib/ids.ts';
import type { Trx } from '../store/database.ts';
import { checkCampaign } from './checkCampaign.ts';
import { placeOrder } from './placeOrder.ts';
import { selectQuarantined } from './quarantine.ts';
import { reportNumber } from './reportNumber.ts';
import { takeDefault } from './takeDefault.ts';
import { toPhoneNumber, type NumberRow } from './toPhoneNumber.ts';

type Settings = Omit<Input<(typeof contract)['number']['provision']>, 'number'>;

/** Adds an offered number to the account. A job buys it, or connects it to the service. */
export async function provision(
  call: UnitOfWork,
  offer: OfferedNumber,
  settings: Settings,
): Promise<PhoneNumber> {
  const { context, trx, account, now } = call;
  await lockAccount(call);
  await checkCampaign(call, offer, settings.campaign_id);
  const id = newId('num');
  const isPurchase = offer.requires_purchase;
  if (isPurchase) await placeOrder(call, id, offer);
  // A number that is still to be bought sends nothing, so it becomes the default later.
  const isDefault = !isPurchase && (await takeDefault(call, settings.default ?? null));
  // The account might have had this number before. Fail the messages that still wait from that
  // time.
  const sender = { accountId: account.id, number: offer.number };
  while (await failReleasedSender(context, trx, sender));
  // A purchase that failed holds no number.
  await trx
    .deleteFrom('number')
    .where('number', '=', offer.number)
    .where('status', '=', 'failed')
    .execute();
  const row = await trx
    .insertInto('number')
    .values({
      id,
      account_id: account.id,
      number: offer.number,
      country: offer.country,
      type: offer.type,
      status: isPurchase ? 'pending' : 'active',
      is_default: isDefault,
      wants_default: isPurchase ? settings.default : null,
      messages_per_second: settings.messages_per_second ?? null,
      campaign_id: settings.campaign_id ?? null,
      carrier: offer.carrier,
      created_at: now,
    })
    // If two requests take a number at the same time, the second one waits here for the first.
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row || (await isLeaving(trx, offer.number)) || (await hasNamesake(trx, row)))
    return fail('number_in_use');
  const quarantined = selectQuarantined(trx, account.id, [offer.number], now);
  if (await quarantined.executeTakeFirst())
    return fail('number_in_use', {
      detail: `The number is in quarantine: another account released it less than ${limits.quarantineHours} hours ago. ${errors.number_in_use.remedy}`,
    });
  await reportNumber(context, trx, row);
  if (context.carriers.named(offer.carrier)?.inventory)
    await context.enqueue(trx, 'number', [{ data: { provideId: row.id } }]);
  return toPhoneNumber(row);
}

/** Returns whether a number has the same name, perhaps in another case. */
const hasNamesake = async (trx: Trx, { id, number }: NumberRow): Promise<boolean> =>
  (await trx
    .selectFrom('number')
    .select('id')
    .where('id', '<>', id)
    .where(isAnySender([number]))
    .executeTakeFirst()) !== undefined;

/** Returns whether the number is on its way back to its carrier. */
const isLeaving = async (trx: Trx, number: string): Promise<boolean> =>
  (await trx
    .selectFrom('leaving_number')
    .select('number')
    .where('number', '=', number)
    .executeTakeFirst()) !== undefined;
