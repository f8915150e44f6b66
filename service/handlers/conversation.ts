import type { Input, contract } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { Call, Handlers } from './handlers.ts';
import { isContact } from '../contacts/isContact.ts';
import { changeStatus } from '../conversations/changeStatus.ts';
import { findConversation, missingConversation } from '../conversations/findConversation.ts';
import { markAsRead } from '../conversations/markAsRead.ts';
import { messageIds } from '../conversations/messageIds.ts';
import { openConversation } from '../conversations/openConversation.ts';
import { readConversations } from '../conversations/readConversations.ts';
import {
  readConversation,
  selectConversations,
  toConversation,
} from '../conversations/toConversation.ts';
import { refuse } from '../errors/serviceError.ts';
import { requirePhone } from '../phones/requirePhone.ts';
import { receivedMedia } from '../media/link.ts';
import { replyInConversations } from '../messages/replyInConversations.ts';
import { chooseAnswerable, requireSender } from '../messages/checks/requireSender.ts';
import { showMessage } from '../messages/toMessage.ts';
import { toIdPage, readPage } from '../store/readPage.ts';

type Opening = Input<(typeof contract)['conversation']['open']>;

export const conversation = {
  list: {
    async prepare(caller, { number, ...other }) {
      const { context, account } = caller;
      const filters = {
        ...other,
        ...(number !== undefined && { number: requireSender(caller, number, '/number') }),
      };
      if (filters.search === undefined)
        return ({ trx }) => readConversations({ db: trx, account }, filters);
      const page = await readConversations({ db: context.searches, account }, filters);
      return () => Promise.resolve(page);
    },
  },

  async open(call, { number, ...other }) {
    const ends = {
      number: await chooseAnswerable(call, number, '/number'),
      phone: await findPhone(call, other),
    };
    const { conversation, isNew } = await openConversation(call, ends);
    if (!isNew) call.markUpdated();
    return conversation;
  },

  async get({ trx, account }, { id }) {
    const found = selectConversations(trx, account.id).where('conversation.id', '=', id);
    const row = await found.executeTakeFirst();
    if (!row) throw missingConversation();
    return toConversation(row);
  },

  async update(call, { id, status }) {
    return changeStatus(call, await findConversation(call, id, { lock: true }), status);
  },

  async read(call, { id, last_message_id }) {
    const row = await findConversation(call, id, { lock: true });
    await markAsRead(call, row, last_message_id);
    return readConversation(call.trx, row);
  },

  async messages(call, { id, ...paging }) {
    const row = await findConversation(call, id, { lock: false });
    const ids = messageIds(row, toIdPage('msg', paging));
    const found = call.trx
      .selectFrom('message')
      .selectAll()
      .select(receivedMedia)
      .where(sql<boolean>`id = any(${ids})`);
    return readPage('msg', found, paging, (message) => showMessage(call.context, message));
  },

  reply: { batch: replyInConversations },
} satisfies Handlers['conversation'];

async function findPhone(
  call: Call,
  { phone, contact_id }: Pick<Opening, 'phone' | 'contact_id'>,
): Promise<string> {
  if (contact_id === undefined) return requirePhone(call, phone!, '/phone');
  const contact = await call.trx
    .selectFrom('contact')
    .select('phone')
    .where(isContact(call, contact_id))
    .executeTakeFirst();
  return contact?.phone ?? refuse('/contact_id', 'not_found', 'is not a contact of this account');
}
