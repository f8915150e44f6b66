import {
  contract,
  normalizeIdempotencyKey,
  type Input,
  type Message,
  type Output,
} from '@textloom/shared/contract';
import { findOwn } from '../core/findOwn.ts';
import type { Call, Handlers } from './handlers.ts';
import { runOnce } from '../core/idempotency.ts';
import type { Result } from '../core/idempotencyKeys.ts';
import { findContact } from '../contacts/findContact.ts';
import { withInstants } from '../core/withInstants.ts';
import type { Trx } from '../store/database.ts';
import { readPage } from '../store/readPage.ts';
import { parseCreation } from '../search/timeRange.ts';
import { toProblem } from '../errors/toProblem.ts';
import { fail, failMissing, refuse, ServiceError } from '../errors/serviceError.ts';
import { advanceTo } from '../messages/advance.ts';
import { attempt } from '../messages/facts.ts';
import { receivedMedia } from '../media/link.ts';
import { showMessage, toAttempt, toMessage } from '../messages/toMessage.ts';
import { previewMessage } from '../messages/previewMessage.ts';
import { rescheduleMessage } from '../messages/rescheduleMessage.ts';
import { requireSpellings } from '../phones/requirePhone.ts';
import { findSenders } from '../messages/checks/requireSender.ts';
import { keepErrorStatuses } from '../search/statusFilter.ts';
import { listMessages } from '../search/listMessages.ts';
import type { MessageFilters } from '../search/selectMessages.ts';
import { sendMessages } from '../messages/sendMessages.ts';

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

  sendBatch: {
    runItems: async (call, { messages }) => ({ results: await sendRows(call, messages) }),

    async retryRefused(call, { messages }, earlier) {
      const results = earlier.results.map((one) =>
        one.problem ? one : { ...one, replayed: true },
      );
      const due = results.flatMap(({ problem }, index) => (problem ? [index] : []));
      if (due.length === 0) return undefined;
      const retried = await sendRows(call, messages, due);
      due.forEach((index, at) => (results[index] = retried[at]!));
      return { output: { results }, isProgress: retried.some(({ message }) => message) };
    },
  },

  preview: (call, input) => previewMessage(call, input),

  async get({ trx, account, context }, { id }) {
    const row = await selectOwn(trx, account.id).where('id', '=', id).executeTakeFirst();
    return showMessage(context, row ?? failMissing('message'));
  },

  async attempts({ trx, account }, { id, ...paging }) {
    const message = selectOwn(trx, account.id).where('id', '=', id);
    if (!(await message.executeTakeFirst())) failMissing('message');
    const found = trx.selectFrom('attempt').selectAll().where('message_id', '=', id);
    return readPage('att', found, paging, toAttempt);
  },

  list: {
    async prepare(caller, { limit, cursor, search, phone, from, ...filters }) {
      const { context, account } = caller;
      const { db, searches, clock } = context;
      const named = filters.contact_id;
      const senders = from === undefined ? undefined : await findSenders(db, caller, from, '/from');
      const owner = named === undefined ? undefined : await findContact({ db, account }, named);
      const list = await listMessages(searches, {
        filters: parseFilters(
          { account, now: clock() },
          { ...filters, senders, ...(owner && { contact_id: owner.id }) },
        ),
        paging: { limit, cursor },
        words: search,
        phones: phone === undefined ? owner?.phones : requireSpellings(caller, phone, '/phone'),
        mayBeOwn: phone !== undefined,
        addColumns: (messages) => messages.selectAll().select(receivedMedia),
        show: (row) => showMessage(context, row),
      });
      return ({ trx }) => list(trx);
    },
  },

  async cancel(call, { id }) {
    const row = await findOwn(call, 'message', id, { lock: true });
    // A message whose submit is in progress might already be on its way.
    const changed =
      row.submitting_at === null
        ? await advanceTo(call.context, call.trx, [row], { to: 'canceled' })
        : [];
    if (changed[0]) return toMessage(changed[0]);
    return fail('not_cancelable', {
      detail:
        row.submitting_at === null
          ? `The message is ${row.status} and can no longer be canceled.`
          : 'A carrier is receiving the message now, so it can no longer be canceled.',
    });
  },

  reschedule: (call, input) => rescheduleMessage(call, input),
} satisfies Handlers['message'];

type Row = Input<(typeof contract)['message']['sendBatch']>['messages'][number];

type RowResult = Output<(typeof contract)['message']['sendBatch']>['results'][number];

/** Sends the messages with these indexes, and returns a result for each. */
async function sendRows(
  call: Call,
  messages: readonly Row[],
  due: readonly number[] = [...messages.keys()],
): Promise<RowResult[]> {
  const rows = due.map(
    (index) => call.refused.get(index) ?? attempt(() => readKey(messages[index]!)),
  );
  const valid = rows.flatMap((row) => (row instanceof ServiceError ? [] : [row]));
  const sent = (await sendOnce(call, valid)).values();
  return rows.map((row) => {
    const result = row instanceof ServiceError ? row : sent.next().value!;
    if (!(result instanceof ServiceError)) {
      const { status, body: message, replayed = false } = result;
      return { status, message, problem: null, replayed };
    }
    const problem = toProblem(result, call.requestId, send.input);
    return { status: problem.status, message: null, problem, replayed: false };
  });
}

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

/** Parses the filters of a list of messages. */
export function parseFilters(
  { account, now }: Pick<Call, 'account' | 'now'>,
  {
    created_after,
    created_before,
    to,
    senders,
    list_id,
    status,
    error_code,
    direction,
    ...equal
  }: Filters,
): MessageFilters {
  return {
    ...parseCreation({ created_after, created_before }),
    accountId: account.id,
    now,
    recipients: to === undefined ? undefined : requireSpellings({ account }, to, '/to'),
    senders,
    list_id,
    statuses: error_code === undefined ? status && [...new Set(status)] : keepErrorStatuses(status),
    errorCode: error_code,
    direction,
    equal,
  };
}

const selectOwn = (trx: Trx, accountId: string) =>
  trx.selectFrom('message').selectAll().select(receivedMedia).where('account_id', '=', accountId);
