import type { Fault } from '../fault.ts';

const http = 'test/service/pglite/conversations.test.ts';
const search = { suite: 'test/service/pglite/contacts.test.ts' } as const;
const stored = 'test/service/conversations/conversations.test.ts';

// prettier-ignore
export const conversations: readonly Fault[] = [
  { file: 'service/conversations/findConversation.ts', find: "    .where('account_id', '=', account.id)\n", plant: "", harm: 'another account', why: 'an account reads the conversations of another one', suite: http, only: 'belongs to one account' },
  { file: 'service/messages/replyInConversations.ts', find: "    .where('account_id', '=', unit.account.id)\n", plant: "", harm: 'another account', why: 'an account replies in the conversation of another one', suite: http, only: 'belongs to one account' },
  { file: 'service/conversations/toConversation.ts', find: "where contact.account_id = conversation.account_id\n      and", plant: "where", harm: 'another account', why: 'a conversation shows the contact of another account', suite: http, only: 'belongs to one account' },
  { file: 'service/conversations/conversationId.ts', find: 'phoneKey(phone)', plant: 'phone', harm: 'wrong', why: 'one person has two conversations', suite: stored, only: 'every spelling' },
  { file: 'service/conversations/openConversation.ts', find: 'order by id desc limit 1', plant: 'order by id limit 1', harm: 'wrong', why: 'a conversation that somebody opens does not show its last message', suite: http, only: 'before somebody opened it' },
  { file: 'service/conversations/addReceived.ts', find: '      phone = excluded.phone,\n', plant: '', harm: 'lost', why: 'a reply goes to a spelling that the person no longer uses', suite: stored, only: 'every spelling' },
  { file: 'service/conversations/addReceived.ts', find: 'unread = conversation.unread + 1', plant: 'unread = excluded.unread', harm: 'lost', why: 'an unread text does not count', suite: http, only: 'counts what is unread' },
  { file: 'service/conversations/addReceived.ts', find: "      status = 'open',\n      closed_at = null,\n", plant: '', harm: 'lost', why: 'nobody sees a text in a closed conversation', suite: http, only: 'can be closed' },
  { file: 'service/conversations/addReceived.ts', find: 'greatest(conversation.last_message_id, excluded.last_message_id)', plant: 'conversation.last_message_id', harm: 'wrong', why: 'the inbox shows an old text', suite: http, only: 'counts what is unread' },
  { file: 'service/conversations/addSent.ts', find: '({ broadcast_id }) => broadcast_id === null', plant: '() => true', harm: 'wrong', why: 'a broadcast buries the conversations that need an answer', suite: stored, only: 'broadcast reaches' },
  { file: 'service/conversations/addSent.ts', find: 'greatest(conversation.last_message_id, newest.message_id)', plant: 'newest.message_id', harm: 'wrong', why: 'an older message becomes the last one', suite: stored, only: 'broadcast reaches' },
  { file: 'service/conversations/markAsRead.ts', find: ' limit ${unread}\n', plant: '\n', harm: 'wrong', why: 'texts that were read become unread again', suite: http, only: 'counts what is unread' },
  { file: 'service/conversations/markAsRead.ts', find: '!message || conversationId(toEnds(message)) !== id', plant: '!message', harm: 'wrong', why: 'a message of another conversation decides what is read', suite: http, only: 'refuses to be read' },
  { file: 'service/search/searchWords.ts', find: "(text.trim() || text).replace(/[\\\\%_]/g, '\\\\$&')", plant: 'text', harm: 'wrong', why: 'a search for a percent sign finds everything', suite: http, only: 'is listed in pages' },
  { file: 'service/conversations/messageIds.ts', find: "newest('outbound', number, phone)", plant: "newest('outbound', phone, number)", harm: 'lost', why: 'a conversation lacks what the account sent', suite: http, only: 'lists its messages' },
  { file: 'service/messages/replyInConversations.ts', find: "{ from: number, to: phone }", plant: "{ to: phone }", harm: 'wrong', why: 'a reply comes from another number of the account', suite: http, only: 'sends a reply from its number' },
  { ...search, file: 'service/search/selectMessages.ts', find: "      .where('message.account_id', '=', accountId)\n", plant: '', harm: 'another account', why: 'a search finds the messages of another account', only: 'finds messages by' },
  { ...search, file: 'service/contacts/selectContacts.ts', find: ".where(isWithin('contact.created_at', range))", plant: '', harm: 'wrong', why: 'a list of the contacts of a time contains all others', only: 'time of its creation' },
  { ...search, file: 'service/contacts/selectContacts.ts', find: "      .where('contact.account_id', '=', account.id)\n", plant: '', harm: 'another account', why: 'a search finds the contacts of another account', only: 'finds contacts by' },
  { file: 'service/search/searchWords.ts', find: "words.replace(/[(\\uff08]\\s*0\\s*[)\\uff09]/, '')", plant: 'words', harm: 'wrong', why: 'a search for +44 (0)20 7946 0123 finds nothing', suite: 'test/service/search/searchWords.test.ts' },
  { ...search, file: 'service/search/searchWords.ts', find: '(?=\\d{6})', plant: '', harm: 'wrong', why: 'a search for order 0042 finds every number with 42', only: 'finds messages by' },
];
