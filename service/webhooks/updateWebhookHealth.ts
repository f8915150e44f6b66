import { isTaken } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import type { Trx } from '../store/database.ts';
import type { WebhookTable } from '../store/tables.ts';
import type { Answer } from './post.ts';

/** After this long without a successful delivery, the next failure disables the webhook. */
const patienceDays = 5;
const patienceMs = patienceDays * 86_400_000;

type Row = Pick<Selectable<WebhookTable>, 'id' | 'status' | 'failing_since'>;

export interface Outcome {
  readonly webhookId: string;
  readonly startedAt: Date;
  readonly answer: Answer;
}

/**
 * Stores when the deliveries to a webhook started to fail. Disables a webhook whose receiver wants no
 * more deliveries or has accepted none for too long. The transaction must hold the locks of the rows.
 * Returns the IDs of the webhooks that are still enabled.
 */
export async function updateWebhookHealth(
  trx: Trx,
  rows: readonly Row[],
  outcomes: readonly Outcome[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const verdicts = rows
    .filter(({ status }) => status === 'enabled')
    .map((row) => ({
      row,
      ...verdictOf(
        row,
        outcomes.filter(({ webhookId }) => webhookId === row.id),
        now,
      ),
    }));
  for (const { row, reason, failingSince } of verdicts) {
    if (reason !== undefined) {
      await trx
        .updateTable('webhook')
        .set({ status: 'disabled', disabled_reason: reason, updated_at: now })
        .where('id', '=', row.id)
        .execute();
    } else if (failingSince?.getTime() !== row.failing_since?.getTime()) {
      await trx
        .updateTable('webhook')
        .set({ failing_since: failingSince })
        .where('id', '=', row.id)
        .execute();
    }
  }
  return new Set(verdicts.filter(({ reason }) => reason === undefined).map(({ row }) => row.id));
}

function verdictOf(
  { failing_since: since }: Row,
  outcomes: readonly Outcome[],
  now: Date,
): { readonly failingSince: Date | null; readonly reason?: string } {
  if (outcomes.some(({ answer }) => answer.status === 410))
    return {
      failingSince: since,
      reason: 'The receiver responded with 410, which stops all deliveries',
    };
  if (outcomes.some(({ answer }) => isTaken(answer.status))) return { failingSince: null };
  const last = outcomes.at(-1);
  if (!last) return { failingSince: since };
  const failingSince =
    since ?? new Date(Math.min(...outcomes.map(({ startedAt }) => startedAt.getTime())));
  if (now.getTime() - failingSince.getTime() < patienceMs) return { failingSince };
  const { status, error } = last.answer;
  return {
    failingSince,
    reason:
      `The receiver accepted no delivery for ${patienceDays} days. ` +
      (status === null ? `The last one failed: ${error}` : `The last response was ${status}`),
  };
}
