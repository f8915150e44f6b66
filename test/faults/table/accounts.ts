import type { Fault } from '../fault.ts';

const requests = {
  suite: 'test/service/pglite/requests.test.ts',
  only: 'for what belongs to another account',
  harm: 'another account',
} as const;
/** The one connection of an embedded database leaves requests hardly any moment to meet. */
const together = {
  suite: 'test/e2e/serviceMessages.postgres.test.ts',
  only: 'is of each account alone',
  harm: 'another account',
} as const;
const groupCommit = {
  file: 'service/store/groupCommit.ts',
  suite: 'test/service/groupCommit.test.ts',
} as const;

/** What keeps accounts, and requests that come in at the same moment, apart. */
// prettier-ignore
export const accounts: readonly Fault[] = [
  { ...requests, file: 'service/handlers/message.ts', find: ".where('account_id', '=', account.id)", plant: "", why: 'a message is shown to every account' },
  { ...requests, file: 'service/handlers/event.ts', find: ".select(['id', 'body'])\n    .where('account_id', '=', account.id)", plant: ".select(['id', 'body'])", why: 'an event is delivered again for every account' },
  { ...requests, file: 'service/accounts/revokeKey.ts', find: ".where('account_id', '=', accountId)", plant: "", why: 'a key is revoked by another account' },
  { ...requests, file: 'service/contacts/isContact.ts', find: "sql<boolean>`contact.account_id = ${account.id} and contact.id = ${idOrPhone}`", plant: "sql<boolean>`contact.id = ${idOrPhone}`", why: 'a contact is shown to every account' },
  { ...requests, file: 'service/contacts/isContact.ts', find: "sql<boolean>`contact.account_id = ${account.id}\n        and contact.phone", plant: "sql<boolean>`contact.phone", why: 'a contact is found by its number from every account', suite: 'test/service/pglite/contacts.test.ts', only: 'of one account is none of another that asks by its number' },
  { ...requests, file: 'service/handlers/list.ts', find: ".deleteFrom('list')\n      .where('account_id', '=', call.account.id)", plant: ".deleteFrom('list')", why: 'a list is deleted by another account' },
  { ...requests, file: 'service/handlers/list.ts', find: ".set({ name: name.trim(), updated_at: call.now })\n      .where('account_id', '=', call.account.id)", plant: ".set({ name: name.trim(), updated_at: call.now })", why: 'a list is renamed by another account', suite: 'test/service/pglite/contacts.test.ts', only: 'a list of one account is none of another' },
  { ...requests, file: 'service/handlers/contact.ts', find: ".where('contact.account_id', '=', call.account.id)", plant: "", why: 'contacts are listed to every account' },
  { ...together, file: 'service/http/runOperation.ts', find: "share(request.caller.account.id, request)", plant: "share('', request)", why: 'messages that two accounts send at the same time go out from one account' },
  { ...together, file: 'service/http/runOperation.ts', find: "`${caller.account.id} ${key} ${JSON.stringify(request.params)}`", plant: "`${key} ${JSON.stringify(request.params)}`", why: 'a key of another account gets a request refused' },
  { ...together, file: 'service/core/idempotencyKeys.ts', find: ".select(['key', 'fingerprint', 'status', 'body'])\n    .where('account_id', '=', accountId)", plant: ".select(['key', 'fingerprint', 'status', 'body'])", why: "a request gets the answer that another account's request got", suite: 'test/service/pglite/messages.test.ts', only: 'brings each account its own answer' },
  { ...groupCommit, find: "state.isCommitting = true;", plant: "", harm: 'sent twice', why: 'messages whose commit was not answered are stored again' },
  { ...groupCommit, find: "for (const one of batch) if (!isOver()) await runAlone(one);", plant: "throw error;", harm: 'down', why: 'one request that fails fails those beside it' },
  { ...groupCommit, find: "resolve(results[index]!);", plant: "resolve(results[0]!);", harm: 'wrong', why: 'a request gets the answer of the one beside it' },
];
