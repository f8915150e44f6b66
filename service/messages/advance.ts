import {
  messageErrors,
  type MessageErrorCode,
  type MessageStatus,
} from '@textloom/shared/contract';
import { sql, type RawBuilder } from 'kysely';
import { contactOfMessage, nestedToContact, type NestedContact } from '../contacts/toContact.ts';
import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import { toMessage, type MessageRow } from './toMessage.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import type { NewEvent } from '../webhooks/toEvent.ts';
import {
  isFinal,
  isUnsent,
  isUnsentStatus,
  statusEventType,
  transitions,
} from './statusMachine.ts';

type ChangedRow = MessageRow & { readonly contact: NestedContact | null };

export interface Change {
  readonly messageId: string;
  readonly to: MessageStatus;
  readonly error?: MessageErrorCode;
  readonly carrierCode?: string;
  readonly carrier?: string;
}

/**
 * Moves messages to their next status and records an event for each. Skips changes that the status
 * machine does not allow, such as a late or second receipt, or a cancellation that comes too late.
 */
export async function advance(
  context: Context,
  trx: Trx,
  changes: readonly Change[],
): Promise<MessageRow[]> {
  const before = await lockMessages(
    trx,
    changes.map(({ messageId }) => messageId),
  );
  const allowed = changes.filter(({ messageId, to }) => {
    const from = before.get(messageId)?.status;
    return from !== undefined && transitions[from].includes(to);
  });
  if (allowed.length === 0) return [];
  const checked = allowed.map((change) =>
    before.get(change.messageId)!.has_media ? change : blameNoMedia(change),
  );
  const rows = await write(trx, checked, context.clock());
  await recordEvents(
    context,
    trx,
    rows.flatMap((row) => toEvents(row, before.get(row.id)!.status)),
  );
  return rows;
}

/** Providers use the same codes for long texts as for large media. */
const blameNoMedia = (change: Change): Change =>
  change.error === 'media_rejected' ? { ...change, error: 'carrier_rejected' } : change;

/** Moves messages to the same next status. */
export const advanceTo = (
  context: Context,
  trx: Trx,
  messages: readonly { readonly id: string }[],
  change: Omit<Change, 'messageId'>,
): Promise<MessageRow[]> =>
  advance(
    context,
    trx,
    messages.map(({ id }) => ({ messageId: id, ...change })),
  );

/** Ends messages that no carrier has. */
export async function endUnclaimed(
  context: Context,
  trx: Trx,
  condition: RawBuilder<boolean>,
  change: Omit<Change, 'messageId'>,
): Promise<void> {
  // The lock settles whether a message that another process is claiming right now counts as
  // claimed.
  const { rows } = await sql<{ id: string }>`
    select id from message where ${condition} and ${isUnsent()} and submitting_at is null
    order by id for update`.execute(trx);
  await advanceTo(context, trx, rows, change);
}

/**
 * Locks messages in the same order everywhere, so that two transactions never wait for each other.
 */
export async function lockMessages(
  trx: Trx,
  ids: readonly string[],
): Promise<Map<string, LockedMessage>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<LockedMessage>`
    select id, status, media is not null as has_media from message
    where id = any(${ids}::text[]) order by id for update`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

interface LockedMessage {
  readonly id: string;
  readonly status: MessageStatus;
  readonly has_media: boolean;
}

/** Locks the messages that match in the same order, for one update of all of them. */
export const lockMatching = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  any(array(select id from message where ${condition} order by id for update))`;

async function write(trx: Trx, changes: readonly Change[], at: Date): Promise<ChangedRow[]> {
  const values = JSON.stringify(
    changes.map(({ messageId, to, error, carrierCode, carrier }) => ({
      id: messageId,
      status: to,
      error: error
        ? { code: error, ...messageErrors[error], carrier_code: carrierCode ?? null }
        : null,
      carrier: carrier ?? null,
      final: isFinal(to),
    })),
  );
  // A carrier has these messages, or they end, so nobody needs their secret texts anymore.
  const done = changes.filter(({ to }) => !isUnsentStatus(to));
  const { rows } = await sql<ChangedRow>`
    with erased as (
      delete from secret_text
      where message_id = any(${done.map(({ messageId }) => messageId)}::text[])
    )
    update message set
      status = change.status,
      sequence = message.sequence + 1,
      error = change.error,
      carrier = coalesce(change.carrier, message.carrier),
      submitting_at = null,
      claim = null,
      -- A message whose broadcast was paused has no time to live, but its receipt can get lost.
      expires_at = case when change.status = 'sent' then coalesce(message.expires_at, ${at})
        else message.expires_at end,
      sent_at = case when change.status = 'sent' then ${at} else message.sent_at end,
      delivered_at = case when change.status = 'delivered' then ${at} else message.delivered_at end,
      final_at = case when change.final then ${at} else message.final_at end
    from json_to_recordset(${values}::json)
      as change(id text, status text, error jsonb, carrier text, final boolean)
    where message.id = change.id
    returning message.*, ${contactOfMessage}`.execute(trx);
  return rows;
}

function toEvents(row: ChangedRow, previousStatus: MessageStatus): NewEvent[] {
  const type = statusEventType(row.status);
  const contact = row.contact && nestedToContact(row.contact);
  const data = { ...toMessage(row), previous_status: previousStatus, burst: null, contact };
  return type === undefined ? [] : [{ accountId: row.account_id, type, data }];
}
