import { limits, type Output, type contract } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { newSecret } from '../secrets/webhookSecret.ts';
import type { WebhookTable } from '../store/tables/webhookTables.ts';
import { iso } from '../times/iso.ts';
import { hour } from '../times/durations.ts';
import { toWebhook } from './toWebhook.ts';

/**
 * Gives a webhook a new secret. For some hours, deliveries are also signed with the old one. The
 * webhook must be locked.
 */
export async function rotateSecret(
  { trx, now }: Pick<UnitOfWork, 'trx' | 'now'>,
  { id, secret: current, previous_secret_until }: Selectable<WebhookTable>,
  secret: string | undefined,
): Promise<Output<(typeof contract)['webhook']['rotateSecret']>> {
  // A repeated request keeps the previous secret that the first request replaced.
  const isRepeated =
    secret === current && previous_secret_until !== null && previous_secret_until > now;
  const until = isRepeated
    ? previous_secret_until
    : new Date(now.getTime() + limits.secretOverlapHours * hour);
  const effectiveSecret = secret ?? newSecret();
  const rotated = await trx
    .updateTable('webhook')
    .set({
      secret: effectiveSecret,
      ...(!isRepeated && { previous_secret: current }),
      previous_secret_until: until,
      updated_at: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return {
    ...toWebhook(rotated),
    secret: secret === undefined ? effectiveSecret : null,
    previous_secret_expires_at: iso(until),
  };
}
