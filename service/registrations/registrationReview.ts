import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import type { NewEvent } from '../webhooks/toEvent.ts';
import { toRegistrations, type RegistrationRow } from './toRegistrations.ts';
import type { Decision } from '../registry/registry.ts';

const batch = 100;

type Decisions = ReadonlyMap<string, Decision>;

/**
 * Asks the registry about registrations that are due for a decision, and stores the decisions. The
 * requests run outside of transactions, so that a slow registry blocks nothing. Two processes can
 * ask about the same registration, but only one of them stores the decision.
 */
export async function reviewRegistrations(context: Context): Promise<void> {
  const { db, clock, registry } = context;
  const due = await db
    .selectFrom('registration')
    .selectAll()
    .where('decided_at', 'is', null)
    .where('review_at', '<=', clock())
    .orderBy('review_at')
    .limit(batch)
    .execute();
  if (due.length === 0) return;
  const decisions = new Map<string, Decision>();
  for (const { id, brand, campaign, review_at: reviewAt } of due)
    decisions.set(id, await registry.review({ id, brand, campaign, reviewAt }));
  await db.transaction().execute((trx) => storeDecisions(context, trx, decisions));
}

async function storeDecisions(context: Context, trx: Trx, decisions: Decisions): Promise<void> {
  const open = await trx
    .selectFrom('registration')
    .select('id')
    .where('id', 'in', [...decisions.keys()])
    .where('decided_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  const decided: RegistrationRow[] = [];
  for (const { id } of open) {
    const row = await write(trx, id, decisions.get(id)!);
    if (row.status !== 'pending') decided.push(row);
  }
  const shown = await toRegistrations(trx, decided);
  await recordEvents(
    context,
    trx,
    shown.map((data, index): NewEvent => {
      const accountId = decided[index]!.account_id;
      return data.status === 'approved'
        ? { accountId, type: 'registration.approved', data }
        : { accountId, type: 'registration.rejected', data };
    }),
  );
}

const write = (trx: Trx, id: string, answer: Decision): Promise<RegistrationRow> =>
  trx
    .updateTable('registration')
    .set(
      answer.status === 'pending'
        ? { review_at: answer.nextReviewAt }
        : {
            status: answer.status,
            decided_at: answer.at,
            rejections: JSON.stringify(answer.status === 'rejected' ? answer.rejections : []),
          },
    )
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
