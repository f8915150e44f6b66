import { contract, type BroadcastRecipient } from '@textloom/shared/contract';
import { sql, type RawBuilder } from 'kysely';
import {
  cancelBroadcast,
  pauseBroadcast,
  rescheduleBroadcast,
  resumeBroadcast,
} from '../broadcasts/broadcastStatus.ts';
import { createBroadcast } from '../broadcasts/createBroadcast.ts';
import { previewBroadcast } from '../broadcasts/previewBroadcast.ts';
import { selectBroadcasts, toBroadcast } from '../broadcasts/toBroadcast.ts';
import { toProblem } from '../errors/toProblem.ts';
import type { Trx } from '../store/database.ts';
import { createdWithin, parseCreation } from '../search/timeRange.ts';
import { isSameInAnyCase } from '../store/isSameInAnyCase.ts';
import { idsOfPage, readPage, type Paging } from '../store/readPage.ts';
import { failMissing } from '../errors/serviceError.ts';
import type { Call, Handlers } from './handlers.ts';

const { preview, recipients } = contract.broadcast;

export const broadcast = {
  create: (call, input) => createBroadcast(call, input),

  preview: {
    preparesOutsideQueue: true,
    async prepare(caller, input) {
      const { problem, ...forecast } = await previewBroadcast(caller, input);
      return (call) =>
        Promise.resolve({
          ...forecast,
          would_send: problem === null,
          problem: problem && toProblem(problem, call.requestId, preview.input),
        });
    },
  },

  list({ trx, account, now }, { name, status, created_after, created_before, ...paging }) {
    const range = parseCreation({ created_after, created_before });
    const found = selectBroadcasts(trx)
      .where('account_id', '=', account.id)
      .where((where) => where.and({ status }))
      .where(createdWithin('brd', now, range))
      .$if(name !== undefined, (query) => query.where(isSameInAnyCase('name', name!.trim())));
    return readPage('brd', found, paging, toBroadcast);
  },

  async get(call, { id }) {
    return toBroadcast(await findOrFail(call, id));
  },

  pause: (call, { id }) => pauseBroadcast(call, id),

  resume: (call, { id }) => resumeBroadcast(call, id),

  cancel: (call, { id }) => cancelBroadcast(call, id),

  reschedule: (call, { id, send_at }) => rescheduleBroadcast(call, id, send_at),

  async recipients(call, { id, status, ...paging }) {
    await findOrFail(call, id);
    const found = call.trx
      .selectFrom((of) =>
        of
          .selectFrom('broadcast_recipient')
          .leftJoin('message', 'message.id', 'broadcast_recipient.message_id')
          .select((row) => [
            row.ref('broadcast_recipient.contact_id').as('id'),
            'broadcast_recipient.phone',
            'broadcast_recipient.status',
            'broadcast_recipient.skipped_reason',
            'broadcast_recipient.message_id',
            'message.status as message_status',
          ])
          .where('broadcast_recipient.broadcast_id', '=', id)
          .where((where) => where.and({ 'broadcast_recipient.status': status }))
          .$if(status === undefined, (of) => of.where(isOnPage(call.trx, id, paging)))
          .as('recipient'),
      )
      .selectAll();
    return readPage(
      'con',
      found,
      paging,
      ({ id: contact_id, ...recipient }): BroadcastRecipient => ({
        contact_id,
        ...recipient,
      }),
    );
  },
} satisfies Handlers['broadcast'];

/** Matches the recipients of a page. Reads each status from the index, which has no other order. */
function isOnPage(trx: Trx, broadcastId: string, paging: Paging): RawBuilder<boolean> {
  const queries = recipients.input.properties.status.enum.map((status) =>
    trx
      .selectFrom('broadcast_recipient')
      .where('broadcast_id', '=', broadcastId)
      .where('status', '=', sql.lit(status)),
  );
  const ids = idsOfPage('con', queries, 'contact_id', paging);
  return sql<boolean>`broadcast_recipient.contact_id = any(${ids})`;
}

async function findOrFail({ trx, account }: Call, id: string) {
  const row = await selectBroadcasts(trx)
    .where('account_id', '=', account.id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? failMissing('broadcast');
}
