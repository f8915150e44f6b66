import type { Fault } from '../fault.ts';

const requests = {
  suite: 'test/service/pglite/requests.test.ts',
  only: 'for an object of another account',
  harm: 'another account',
} as const;
/** An embedded database has one connection, so requests hardly ever run at the same time. */
const together = {
  suite: 'test/e2e/service/serviceMessages.postgres.test.ts',
  only: 'belongs to one account',
  harm: 'another account',
} as const;
const groupCommit = {
  file: 'service/store/groupCommit.ts',
  suite: 'test/service/store/groupCommit.test.ts',
} as const;

const handover = {
  suite: 'test/service/numbers/numberHandover.test.ts',
  harm: 'another account',
} as const;

const isolation = {
  suite: 'test/service/isolation/isolation.test.ts',
  only: 'sees and changes nothing',
  harm: 'another account',
} as const;

const samePerson = {
  suite: 'test/service/isolation/samePerson.test.ts',
  harm: 'another account',
} as const;

/** These faults break the separation of accounts, and of requests that arrive at the same time. */
// prettier-ignore
export const accounts: readonly Fault[] = [
  { ...requests, file: 'service/handlers/message.ts', find: ".select(receivedMedia).where('account_id', '=', accountId)", plant: ".select(receivedMedia)", why: 'a message is shown to every account' },
  { ...requests, file: 'service/core/findOwn.ts', find: 'account_id = ${account.id} and id = ${id}', plant: 'id = ${id}', why: 'an account reads and changes the webhooks, numbers and events of another one' },
  { ...requests, file: 'service/accounts/revokeKey.ts', find: ".where('account_id', '=', accountId)", plant: "", why: 'a key is revoked by another account' },
  { ...requests, file: 'service/contacts/isContact.ts', find: "sql<boolean>`${isOfAccount} and contact.id = ${idOrPhone}`", plant: "sql<boolean>`contact.id = ${idOrPhone}`", why: 'a contact is shown to every account' },
  { ...requests, file: 'service/contacts/isContact.ts', find: "sql<boolean>`${isOfAccount} and contact.phone", plant: "sql<boolean>`contact.phone", why: 'every account can find a contact by its number', suite: 'test/service/pglite/contacts.test.ts', only: 'is not found by another account' },
  { file: 'service/contacts/isContact.ts', find: "where ${isOfAccount} and ${hasPhone([phone])}", plant: "where ${hasPhone([phone])}", harm: 'another account', why: 'every account can find a contact by the other spelling of its number', suite: 'test/service/carriers/smpp/spellings.test.ts', only: 'finds and changes' },
  { ...requests, file: 'service/handlers/list.ts', find: ".deleteFrom('list')\n      .where('account_id', '=', call.account.id)", plant: ".deleteFrom('list')", why: 'a list is deleted by another account' },
  { ...requests, file: 'service/handlers/list.ts', find: ".set({ name: name.trim(), updated_at: call.now })\n      .where('account_id', '=', call.account.id)", plant: ".set({ name: name.trim(), updated_at: call.now })", why: 'a list is renamed by another account', suite: 'test/service/pglite/contacts.test.ts', only: 'a list of one account is invisible' },
  { ...requests, file: 'service/contacts/selectContacts.ts', find: ".where('contact.account_id', '=', account.id)", plant: "", why: 'contacts are listed to every account' },
  { ...together, file: 'service/http/operation/runners/batchRunner.ts', find: "runInGroup(request.caller.account.id, request)", plant: "runInGroup('', request)", why: 'messages that two accounts send at the same time leave from one account' },
  { ...together, file: 'service/http/operation/createRunner.ts', find: "`${caller.account.id} ${key} ${JSON.stringify(request.params)}`", plant: "`${key} ${JSON.stringify(request.params)}`", why: 'a request is refused because of a key of another account' },
  { ...together, file: 'service/core/idempotencyKeys.ts', find: ".select(['key', 'fingerprint', 'status', 'body'])\n    .where('account_id', '=', accountId)", plant: ".select(['key', 'fingerprint', 'status', 'body'])", why: 'a request gets the response to a request of another account', suite: 'test/service/pglite/messages.test.ts', only: 'returns to each account its own response' },
  { file: 'service/core/idempotencyKeys.ts', find: "    .where('account_id', '=', accountId)\n    .where('path', '=', path)\n    .where('key', 'in', dropped)", plant: "    .where('path', '=', path)\n    .where('key', 'in', dropped)", harm: 'sent twice', why: 'a rejected request deletes the idempotency key of another account', suite: 'test/service/pglite/messages.test.ts', only: 'is kept when a request of another account' },
  { file: 'service/core/idempotency.ts', find: "    .where('account_id', '=', accountId)\n", plant: '', harm: 'another account', why: 'a request renews the idempotency key of another account', suite: 'test/service/core/idempotency.test.ts', only: 'is not renewed by a request of another account' },
  { ...samePerson, file: 'service/erasures/eraseRecords.ts', find: "const own = sql`account_id = ${account_id} and phone", plant: "const own = sql`phone", why: 'an erasure deletes the contact, the consent and the conversation of another account' },
  { ...samePerson, file: 'service/erasures/eraseRecords.ts', find: "select id from broadcast where account_id = ${account_id})", plant: "select id from broadcast)", why: 'an erasure empties the recipients of broadcasts of another account' },
  { ...samePerson, file: 'service/erasures/eraseRecords.ts', find: "      and recipient in (select number from number where account_id = ${account_id})", plant: '', why: 'an erasure deletes the parts of a text to another account' },
  { ...samePerson, file: 'service/erasures/eraseRecords.ts', find: "where account_id = ${account_id}\n        and filter::text", plant: "where filter::text", why: 'an erasure changes the webhooks of another account' },
  { ...samePerson, file: 'service/erasures/eraseRecords.ts', find: "        and (account_id = ${account_id} or account_id is null)\n", plant: '', why: 'an erasure deletes the handset texts of another account' },
  { ...samePerson, harm: 'opted out', file: 'service/consents/optOuts.ts', find: "delete from opt_out where account_id = ${accountId} and phone = any(${phones}::text[])", plant: "delete from opt_out where phone = any(${phones}::text[])", why: 'an erasure deletes the opt-out of the person from another account' },
  { ...samePerson, file: 'service/erasures/requestErasure.ts', find: "const own = sql`account_id = ${account.id} and phone", plant: "const own = sql`phone", why: 'a request for an erasure deletes the contact of another account' },
  { ...samePerson, file: 'service/erasures/eraseMessages.ts', find: "where account_id = ${account_id} and ${sql.ref(column)}", plant: "where ${sql.ref(column)}", why: 'an erasure deletes the messages of another account' },
  { ...samePerson, file: 'service/erasures/eraseTraces.ts', find: "from event where account_id = ${account_id} and (type, id)", plant: "from event where (type, id)", why: 'an erasure deletes the events of another account' },
  { ...samePerson, file: 'service/erasures/eraseTraces.ts', find: "const page = sql`account_id = ${account_id}\n    and (path, key)", plant: "const page = sql`(path, key)", why: 'an erasure deletes the idempotency keys of another account' },
  { ...samePerson, file: 'service/erasures/retention/applyRetention.ts', find: "    where account_id = ${accountId} and id > ${cursor}", plant: "    where id > ${cursor}", why: 'the retention setting of one account erases the messages of all' },
  { ...samePerson, file: 'service/erasures/retention/applyRetention.ts', find: "where account_id = ${accountId} and kind = ${kind} and retry_at", plant: "where kind = ${kind} and retry_at", why: 'the retention setting of one account erases the waiting messages of all' },
  { ...samePerson, file: 'service/erasures/retention/applyRetention.ts', find: "update retention_walk set cursor = ${cursor}\n    where account_id = ${accountId} and kind", plant: "update retention_walk set cursor = ${cursor}\n    where kind", why: 'the retention setting of one account skips the messages of another account' },
  { file: 'service/dispatch/failReleasedSender.ts', find: "message.account_id = ${accountId} and message.sender", plant: "message.sender", harm: 'another account', why: 'the messages of an account fail because another one released their number before', suite: 'test/service/dispatch/sweep.test.ts', only: 'another account holds now' },
  { file: 'service/webhooks/limitWebhooks.ts', find: "    .where('account_id', '=', account_id)\n    .where('id', '!=', id)", plant: "    .where('id', '!=', id)", harm: 'another account', why: 'a new webhook deletes the ended webhook of another account', suite: 'test/service/webhooks/limitWebhooks.test.ts' },
  { ...samePerson, file: 'service/consents/optOuts.ts', find: "where account_id = ${accountId} and opt_out.phone = given.phone", plant: "where opt_out.phone = given.phone", why: 'a second STOP makes the opt-out from another account newer', only: 'gets a second STOP' },
  { ...samePerson, harm: 'opted out', file: 'service/reviews/settleReviews.ts', find: "where account_id = ${accountId} and status", plant: 'where status', why: 'a STOP settles the review of another account', only: 'gets a STOP' },
  { ...samePerson, harm: 'lost', file: 'service/messages/optOut.ts', find: "sql<boolean>`account_id = ${accountId}\n    and recipient", plant: "sql<boolean>`recipient", why: 'a STOP ends the messages of another account', only: 'gets a STOP' },
  { ...samePerson, file: 'service/contacts/applyOptOuts.ts', find: "opt_out.account_id = contact.account_id and ", plant: '', why: 'a START leaves the contact opted out because of another account', only: 'gets a START' },
  { ...samePerson, file: 'service/contacts/applyOptOuts.ts', find: "    .where('account_id', '=', accountId)\n", plant: '', why: 'a STOP changes the contact of another account', only: 'gets a STOP' },
  { ...samePerson, file: 'service/verifications/listPrefixes.ts', find: "probes = 0\n    where account_id = ${accountId} and", plant: "probes = 0\n    where", why: 'an account unblocks a prefix of another one', only: 'unblocks a prefix' },
  { ...samePerson, file: 'service/numbers/takeDefault.ts', find: "    .where('account_id', '=', account.id)\n    .where('is_default', '=', true)\n    .execute();", plant: "    .where('is_default', '=', true)\n    .execute();", why: 'a new default number takes the place of that of another account', only: 'default number' },
  { ...samePerson, file: 'service/verifications/readHistory.ts', find: "    .where('account_id', '=', accountId)\n", plant: '', why: 'a verification ends that of another account', only: 'starts a verification' },
  { ...samePerson, file: 'service/verifications/readHistory.ts', find: "where account_id = ${accountId} and ${hasPhone(phones)}", plant: "where ${hasPhone(phones)}", why: 'a person gets no code because another account has just sent one', only: 'starts a verification' },
  { ...samePerson, file: 'service/verifications/prefixStore.ts', find: "    .where('account_id', '=', accountId)\n", plant: '', why: 'a prefix that another account has blocked gets no codes', only: 'starts a verification' },
  { ...samePerson, file: 'service/conversations/readConversations.ts', find: "where contact.account_id = conversation.account_id\n        and contact", plant: "where contact", why: 'a search finds a conversation by the name that another account stores', only: 'contains nothing' },
  { ...samePerson, file: 'service/erasures/retention/eraseOldResponses.ts', find: "where idempotency.account_id = erased.account_id and idempotency", plant: "where idempotency", why: 'a stored response is replaced by that of another account', only: 'retention' },
  { ...samePerson, file: 'service/erasures/exportPerson.ts', find: "where account_id = ${account.id} and ${sql.ref(column)}", plant: "where ${sql.ref(column)}", why: 'an export contains the messages of another account', only: 'contains nothing' },
  { ...samePerson, file: 'service/erasures/exportPerson.ts', find: "sql<boolean>`${sql.table(table)}.account_id = ${account.id}\n      and ", plant: "sql<boolean>`", why: 'an export contains the records of another account', only: 'contains nothing' },
  { ...groupCommit, find: "state.isDone = true;", plant: "", harm: 'sent twice', why: 'messages whose commit got no response are stored again' },
  { ...groupCommit, find: "for (const one of batch) if (!isOver()) await runAlone(one);", plant: "throw error;", harm: 'down', why: 'one failed request makes the others in its batch fail' },
  { ...groupCommit, find: "resolve(results[index]!);", plant: "resolve(results[0]!);", harm: 'wrong', why: 'a request gets the response to another one in its batch' },
  { ...handover, file: 'service/messages/receive.ts', find: "arrived.receivedAt.getTime() + clockDifferenceMs", plant: "context.clock()", why: 'a text reaches the next account that gets its number' },
  { ...handover, harm: 'lost', file: 'service/messages/receive.ts', find: "arrived.receivedAt.getTime() + clockDifferenceMs", plant: "arrived.receivedAt", why: 'a text to a new number is lost if the clock of the process that provided it is ahead' },
  { ...handover, file: 'service/carriers/smpp/joinParts.ts', find: "receivedAt: new Date(startedAt),", plant: "receivedAt: new Date(),", why: 'a part of a long text reaches the next account that gets its number' },
  { ...handover, file: 'service/dispatch/recordCallbacks.ts', find: "receivedAt: new Date(receivedAt), arrivedAt };", plant: "receivedAt: new Date(), arrivedAt };", why: 'a text in a callback reaches the next account that gets its number' },
  { file: 'service/erasures/exportPerson.ts', find: "const before = idOfCursor('msg', cursor);", plant: "const before = idOfCursor('msg', cursor) ?? '~';", suite: 'test/e2e/service/erasure.postgres.test.ts', only: 'exports everything about the person', harm: 'lost', why: 'an export contains no messages if the database sorts by the rules of a language' },
  { file: 'service/numbers/provision.ts', find: 'if (await quarantined.executeTakeFirst())', plant: 'if (false)', harm: 'another account', why: 'a late text reaches the next account that gets its number', suite: 'test/service/pglite/numbers.test.ts', only: 'a day later' },
  { file: 'service/handlers/number.ts', find: '    .union(selectQuarantined(db, account.id, offered, clock()))\n', plant: '', harm: 'wrong', why: 'a search finds numbers that the account cannot provision yet', suite: 'test/service/pglite/numbers.test.ts', only: 'a day after its release' },
  { file: 'service/runtime/sweep.ts', find: "  (context) => deleteOldRows(context, 'released_number', quarantineStart),\n", plant: '', harm: 'wrong', why: 'the service remembers released numbers forever', suite: 'test/service/numbers/numberHandover.test.ts', only: 'then forgets' },
  { ...isolation, file: 'service/webhooks/claimEvent.ts', find: "account_id = ${account_id} and id = ${eventId}", plant: "id = ${eventId}", why: 'another account finds out whether an event exists' },
  { ...isolation, file: 'service/numbers/checkCampaign.ts', find: "    .where('account_id', '=', account.id)\n", plant: '', why: 'a number joins the campaign of another account' },
  { ...isolation, file: 'service/handlers/erasure.ts', find: "      .where('account_id', '=', account.id)\n", plant: '', why: 'the erasures of an account are shown to another one' },
  { file: 'service/erasures/lateReceipts.ts', find: "endsMatch(sql`receipt.recipient`, sql`message.recipient`)", plant: "sql`message.recipient = receipt.recipient`", suite: 'test/service/erasures/erasureSteps.test.ts', only: 'of another account', harm: 'lost', why: 'an erasure deletes the receipt of a message of another account' },
  { file: 'service/handlers/list.ts', find: "limits.lists + 1, detail", plant: "2 * limits.lists, detail", harm: 'limit', why: 'an account creates any number of lists', suite: 'test/service/contacts/limitObjects.test.ts', only: 'lists' },
  { file: 'service/handlers/registration.ts', find: "limits.pendingRegistrations, tooMany", plant: "limits.pendingRegistrations + 1, tooMany", harm: 'limit', why: 'an account submits any number of registrations', suite: 'test/service/contacts/limitObjects.test.ts', only: 'registrations' },
  { file: 'service/erasures/requestErasure.ts', find: "limits.runningErasures, tooMany", plant: "limits.runningErasures + 1, tooMany", harm: 'limit', why: 'an account requests any number of erasures', suite: 'test/service/contacts/limitObjects.test.ts', only: 'erasures' },
];
