import { contract, type Input, type Message } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { Call, Handlers } from './handlers.ts';
import { runOnce } from '../core/idempotency.ts';
import type { Result } from '../core/idempotencyKeys.ts';
import { withInstants } from '../core/withInstants.ts';
import type { Trx } from '../store/database.ts';
import { readPage } from '../store/readPage.ts';
import { toProblem } from '../lib/toProblem.ts';
import { fail, ServiceError } from '../lib/errors.ts';
import { advance } from '../messages/advance.ts';
import { receivedMedia } from '../media/link.ts';
import { showMessage, toAttempt, toMessage, type MessageRow } from '../messages/toMessage.ts';
import { previewMessage } from './previewMessage.ts';
import { requirePhone } from '../lib/requirePhone.ts';
import { requireSender } from '../messages/requireSender.ts';
import { sendMessages } from '../messages/sendMessages.ts';
import { parseOptionalTime } from '../lib/parseTime.ts';

const { send } = contract.message;

export const message = {
  send: { batch: sendMessages },

  async sendBatch(call, { messages }) {
    const valid = messages.filter((_, index) => !call.refused.has(index));
    const sent = (await sendOnce(call, valid)).values();
    const results = messages.map((_, index) => call.refused.get(index) ?? sent.next().value!);
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
    return showMessage(context, row ?? failUnknown());
  },

  async attempts({ trx, account }, { id, ...paging }) {
    const message = selectMessages(trx, account.id).where('id', '=', id);
    if (!(await message.executeTakeFirst())) failUnknown();
    const found = trx.selectFrom('attempt').selectAll().where('message_id', '=', id);
    return readPage(found, paging, toAttempt);
  },

  list(call, { limit, cursor, created_after, created_before, to, from, list_id, ...equal }) {
    const after = parseOptionalTime(created_after, '/created_after');
    const until = parseOptionalTime(created_before, '/created_before');
    const found = selectMessages(call.trx, call.account.id)
      .where((where) => where.and(equal))
      .$if(to !== undefined, (query) =>
        query.where('recipient', '=', requirePhone(call, to!, '/to')),
      )
      .$if(from !== undefined, (query) =>
        query.where('sender', '=', requireSender(call, from!, '/from')),
      )
      .$if(list_id !== undefined, (query) => query.where(sql<boolean>`${list_id!} = any(list_ids)`))
      .$if(after !== undefined, (query) => query.where('created_at', '>=', after!))
      .$if(until !== undefined, (query) => query.where('created_at', '<', until!));
    return readPage(found, { limit, cursor }, (row) => showMessage(call.context, row));
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
      detail: `The message is ${row.status} and can no longer be canceled.`,
    });
  },
} satisfies Handlers['message'];

/** Sends each message once per idempotency key. The keys work like those of single requests. */
function sendOnce(
  call: Call,
  messages: Input<(typeof contract)['message']['sendBatch']>['messages'],
): Promise<Result<Message>[]> {
  const inputs = messages.map(({ idempotency_key: key, ...input }) => ({ key, input }));
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
  return row ?? failUnknown();
}

const failUnknown = () =>
  fail('not_found', { detail: 'There is no such message in this account.' });
