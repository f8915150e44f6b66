import { limits, type MessageEventData } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import type { Context } from '../../core/context.ts';
import { iso } from '../../times/iso.ts';
import type { Trx } from '../../store/database.ts';
import type { BurstTable, WebhookTable } from '../../store/tables/webhookTables.ts';
import { deliverBursts } from './deliverBursts.ts';
import { latestDueAt } from './latestDueAt.ts';

/** A text that a webhook joins with those that come next. */
export interface HeldText {
  readonly webhook: Selectable<WebhookTable>;
  /** The ID of its event. */
  readonly id: string;
  readonly data: MessageEventData;
}

/**
 * Adds texts to the open bursts of their webhooks and conversations, or opens bursts. A burst that
 * cannot or must not wait for more texts is delivered immediately.
 */
export async function holdTexts(
  context: Pick<Context, 'enqueue' | 'clock'>,
  trx: Trx,
  texts: readonly HeldText[],
): Promise<void> {
  // Two texts of one statement cannot join the same burst.
  for (const own of Map.groupBy(texts, ({ id }) => id).values()) await holdText(context, trx, own);
}

/** Holds one text for all webhooks that ask for it. */
async function holdText(
  context: Pick<Context, 'enqueue' | 'clock'>,
  trx: Trx,
  texts: readonly HeldText[],
): Promise<void> {
  const now = context.clock();
  const joined = await join(trx, texts, now);
  const late = texts.filter(({ webhook }) => !joined.has(webhook.id));
  if (late.length > 0) {
    // The window of these bursts is over, so the text opens the next ones.
    await deliverNow(context, trx, late);
    for (const [id, burst] of await join(trx, late, now)) joined.set(id, burst);
  }
  const complete = texts.filter((text) => isComplete(text, joined.get(text.webhook.id)!));
  if (complete.length > 0) await deliverNow(context, trx, complete);
}

/** Returns whether a burst is full, must not wait, or would outlive its webhook. */
const isComplete = ({ data, webhook }: HeldText, { event_ids, due_at }: Selectable<BurstTable>) =>
  data.keyword === 'stop' ||
  event_ids.length >= limits.burstTexts ||
  latestDueAt(webhook) <= due_at.getTime();

/**
 * Adds a text to bursts that are still open, or opens them. Returns these by webhook. Locks them in
 * the order of their webhooks, so that two transactions never wait for each other.
 */
async function join(
  trx: Trx,
  texts: readonly HeldText[],
  now: Date,
): Promise<Map<string, Selectable<BurstTable>>> {
  const rows = texts
    .map(({ webhook, id, data }) => ({
      webhook_id: webhook.id,
      conversation_id: data.conversation_id,
      account_id: webhook.account_id,
      event_ids: [id],
      opened_at: iso(now),
      due_at: iso(new Date(now.getTime() + webhook.burst_seconds! * 1_000)),
    }))
    .sort((a, b) => (a.webhook_id < b.webhook_id ? -1 : 1));
  const { rows: bursts } = await sql<Selectable<BurstTable>>`
    insert into burst
    select * from json_populate_recordset(null::burst, ${JSON.stringify(rows)}::json)
    on conflict (webhook_id, conversation_id) do update set
      event_ids = burst.event_ids || excluded.event_ids,
      due_at = least(
        greatest(burst.due_at, excluded.due_at),
        burst.opened_at + ${limits.burstLength} * (excluded.due_at - excluded.opened_at))
      where burst.due_at > excluded.opened_at
    returning *`.execute(trx);
  return new Map(bursts.map((burst) => [burst.webhook_id, burst]));
}

/** Delivers the bursts that these texts belong to. They all have the same conversation. */
async function deliverNow(
  context: Pick<Context, 'enqueue' | 'clock'>,
  trx: Trx,
  texts: readonly HeldText[],
): Promise<void> {
  const { rows } = await sql<Selectable<BurstTable>>`
    delete from burst
    where conversation_id = ${texts[0]!.data.conversation_id}
      and webhook_id = any(${texts.map(({ webhook }) => webhook.id)}::text[])
    returning *`.execute(trx);
  await deliverBursts(context, trx, rows);
}
