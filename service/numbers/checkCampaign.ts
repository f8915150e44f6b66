import type { AvailableNumber } from '@textloom/shared/contract';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { refuse } from '../errors/serviceError.ts';
import { needsCampaign } from '../messages/checks/marketingRefusal.ts';

/**
 * Checks that the campaign belongs to the account, is not rejected, and covers this type of number.
 */
export async function checkCampaign(
  { trx, account }: Pick<UnitOfWork, 'trx' | 'account'>,
  to: Pick<AvailableNumber, 'type' | 'country'>,
  campaignId: string | null | undefined,
): Promise<void> {
  if (campaignId === undefined || campaignId === null) return;
  const found = await trx
    .selectFrom('registration')
    .select('id')
    .where('account_id', '=', account.id)
    .where('id', '=', campaignId)
    .where('status', 'in', ['pending', 'approved'])
    .executeTakeFirst();
  if (!found)
    refuse(
      '/campaign_id',
      'not_found',
      'is not a pending or approved registration of this account',
    );
  if (!needsCampaign(to))
    refuse(
      '/campaign_id',
      'invalid_sender',
      'applies only to US local numbers. This number does not need a campaign',
    );
}
