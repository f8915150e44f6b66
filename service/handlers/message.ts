import {
  contract,
  normalizeIdempotencyKey,
  type Input,
  type Message,
} from '@textloom/shared/contract';
import { sql, type QueryCreator } from 'kysely';
import type { Call, Handlers } from './handlers.ts';
import { runOnce } from '../core/idempotency.ts';
import type { Result } from '../core/idempotencyKeys.ts';
import { withInstants } from '../core/withInstants.ts';
import type { Trx } from '../store/database.ts';
import type { Database } from '../store/tables/tables.ts';
import { idOfCursor, readPage } from '../store/readPage.ts';
import { toProblem } from '../lib/toProblem.ts';
import { fail, failMissing, refuse, ServiceError } from '../lib/errors.ts';
import { advance } from '../messages/advance.ts';
import { attempt } from '../messages/facts.ts';
import { receivedMedia } from '../media/link.ts';
import {
  showMessage,
  toAttempt,
  toMessage,
  type MessageRow,
  type ShownRow,
} from '../messages/toMessage.ts';
import { previewMessage } from './previewMessage.ts';
import { idBefore, lowestId } from '../lib/ids.ts';
import { requireSpellings } from '../lib/requirePhone.ts';
import { findSenders } from '../messages/requireSender.ts';
import { phonesOfContact } from '../search/messagesOfContact.ts';
import { isOfPhones, messagesOfPhones, ownNumbers } from '../search/messagesOfPhones.ts';
import { isContradiction, readPageByHours, toCounted } from '../search/readPageByHours.ts';
import { searchMessages } from '../search/searchMessages.ts';
import { sendMessages } from '../messages/sendMessages.ts';
import { parseOptionalTime } from '../lib/parseTime.ts';

const { send } = contract.message;

type Filters = Omit<
  Input<(typeof contract)['message']['list']>,
  'limit' | 'cursor' | 'phone' | 'search' | 'from'
> & {
  /** All spellings of the sender. */
  readonly senders?: readonly string[] | undefined;
};

export const message = {
  send: { batch: sendMessages },

  async sendBatch(call, { messages }) {
    const rows = messages.map(
      (row, index) => call.refused.get(index) ?? attempt(() => readKey(row)),
    );
    const valid = rows.flatMap((row) => (row instanceof ServiceError ? [] : [row]));
    const sent = (await sendOnce(call, valid)).values();
    const results = rows.map((row) => (row instanceof ServiceError ? row : sent.next().value!));
    return {
      results: results.map((result) => {
        if (!(result instanceof ServiceError))
          return { status: result.status, message: result.body, problem: null };
        const problem = toProblem(result, call.requestId, send.input);
        return { status: problem.status, message: null, problem };
      }),
    };
  },

  preview: (call, input) => previewMessage(call, input),

  async get({ trx, account, context }, { id }) {
    const row = await selectMessages(trx, account.id).where('id', '=', id).executeTakeFirst();
    return showMessage(context, row ?? failMissing('message'));
  },

  async attempts({ trx, account }, { id, ...paging }) {
    const message = selectMessages(trx, account.id).where('id', '=', id);
    if (!(await message.executeTakeFirst())) failMissing('message');
    const found = trx.selectFrom('attempt').selectAll().where('message_id', '=', id);
    return readPage(found, paging, toAttempt);
  },

  list: {
    async prepare(caller, { limit = 20, cursor, search, phone, from, ...others }) {
      const { context, account } = caller;
      const { db, searches } = context;
      const now = context.clock();
      const senders = from === undefined ? undefined : await findSenders(db, caller, from, '/from');
      const filters = { ...others, senders };
      const narrow = filterMessages({ account, now }, filters);
      const page = { accountId: account.id, before: idOfCursor(cursor), count: limit + 1 };
      const phones =
        phone === undefined
          ? await phonesOfContact(db, account.id, filters.contact_id)
          : requireSpellings(caller, phone, '/phone');
      const after = parseOptionalTime(filters.created_after, '/created_after');
      const until = parseOptionalTime(filters.created_before, '/created_before');
      const found =
        search === undefined
          ? undefined
          : await searchMessages(searches, narrow(searches).where(isOfPhones(phones)), {
              ...page,
              words: search,
              until,
            });
      const counted = (found ?? phones) ? undefined : toCounted(filters);
      // The index of senders contains only received messages.
      const isSplit = senders && filters.direction === undefined && filters.status === undefined;
      const paging = { limit, cursor };
      const select = (from: QueryCreator<Database>) =>
        narrow(from).selectAll().select(receivedMedia);
      const show = (row: ShownRow) => showMessage(context, row);
      return async ({ trx }) => {
        if (counted) {
          const search = { ...counted, accountId: account.id, now, after, until };
          return readPageByHours(trx, search, paging, {
            select,
            selectIndexed: isSplit
              ? (from) => select(from).where(sql<boolean>`direction = 'inbound'`)
              : undefined,
            show,
          });
        }
        // All messages that name a contact are sent to it or received from it.
        const mayBeOwn = phones && !found && phone !== undefined;
        const own = mayBeOwn ? await ownNumbers(trx, account.id, phones) : [];
        const ids = found ?? (phones && messagesOfPhones(narrow(trx), { ...page, phones, own }));
        return readPage(
          select(trx).$if(ids !== undefined, (query) =>
            query.where(sql<boolean>`message.id = any(${ids}::text[])`),
          ),
          paging,
          show,
        );
      };
    },
  },

  async cancel(call, { id }) {
    const row = await lockOrFail(call, id);
    // A message whose submit is in progress might already be on its way.
    const changed =
      row.submitting_at === null
        ? await advance(call.context, call.trx, [{ messageId: id, to: 'canceled' }])
        : [];
    if (changed[0]) return toMessage(changed[0]);
    return fail('not_cancelable', {
      detail:
        row.submitting_at === null
          ? `The message is ${row.status} and can no longer be canceled.`
          : 'A carrier is receiving the message now, so it can no longer be canceled.',
    });
  },
} satisfies Handlers['message'];

type Row = Input<(typeof contract)['message']['sendBatch']>['messages'][number];

/** Separates the idempotency key of a row from its message, or refuses the key. */
function readKey({ idempotency_key: written, ...input }: Row) {
  if (written === undefined) return { key: undefined, input };
  const key =
    normalizeIdempotencyKey(written) ??
    refuse('/idempotency_key', 'invalid_format', 'must contain a visible character');
  return { key, input };
}

/** Sends each message once per idempotency key. The keys work like those of single requests. */
function sendOnce(
  call: Call,
  inputs: readonly ReturnType<typeof readKey>[],
): Promise<Result<Message>[]> {
  const requests = inputs.map(({ key, input }) => ({
    key,
    input: withInstants(send.input, input),
  }));
  const scope = { trx: call.trx, accountId: call.account.id, path: send.path, now: call.now };
  return runOnce(scope, requests, async (indexes) => {
    const due = indexes.map((index) => inputs[index]!.input);
    const results = await sendMessages(call, due);
    return results.map((result) =>
      result instanceof ServiceError ? result : { status: send.status, body: result },
    );
  });
}

/** Returns a function that selects the messages of an account that match the filters. */
export function filterMessages(
  { account, now }: Pick<Call, 'account' | 'now'>,
  { created_after, created_before, to, senders, list_id, status, direction, ...equal }: Filters,
) {
  const after = parseOptionalTime(created_after, '/created_after');
  const until = parseOptionalTime(created_before, '/created_before');
  const recipients = to === undefined ? undefined : requireSpellings({ account }, to, '/to');
  const ageMs = after && now.getTime() - after.getTime();
  const only = direction ?? (status === 'received' ? ('inbound' as const) : undefined);
  return (db: QueryCreator<Database>) =>
    db
      .selectFrom('message')
      .where('message.account_id', '=', account.id)
      .where((where) => where.and(equal))
      // PostgreSQL uses the indexes of rare statuses and of received messages only if the statement
      // contains these values.
      .$if(status !== undefined, (query) => query.where('status', '=', sql.lit(status!)))
      .$if(only !== undefined, (query) => query.where('direction', '=', sql.lit(only!)))
      .$if(isContradiction({ status, direction }), (query) => query.where(sql<boolean>`false`))
      .$if(recipients !== undefined, (query) => query.where('recipient', 'in', recipients!))
      .$if(senders !== undefined, (query) => query.where('sender', 'in', senders!))
      .$if(list_id !== undefined, (query) => query.where(sql<boolean>`${list_id!} = any(list_ids)`))
      .$if(after !== undefined, (query) => query.where('created_at', '>=', after!))
      // The index of the IDs then saves the query from reading all older messages.
      .$if(ageMs !== undefined && ageMs > 0, (query) =>
        query.where('id', '>=', lowestId('msg', ageMs!)),
      )
      .$if(until !== undefined, (query) =>
        query.where('created_at', '<', until!).where('id', '<', idBefore('msg', until!)),
      );
}

const selectMessages = (trx: Trx, accountId: string) =>
  trx.selectFrom('message').selectAll().select(receivedMedia).where('account_id', '=', accountId);

async function lockOrFail({ trx, account }: Call, id: string): Promise<MessageRow> {
  const row = await trx
    .selectFrom('message')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? failMissing('message');
}
