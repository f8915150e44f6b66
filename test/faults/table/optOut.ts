import type { Fault } from '../fault.ts';

const contacts = 'test/service/pglite/contacts.test.ts';
const code = 'service/messages/optOut.ts';
const optOuts = 'service/consents/optOuts.ts';
const apply = 'service/contacts/applyOptOuts.ts';
const keyword = 'service/messages/keywords/actOnKeyword.ts';

// prettier-ignore
export const optOut: readonly Fault[] = [
  { file: optOuts, find: ".deleteFrom('opt_out')\n    .where('account_id', '=', accountId)", plant: ".deleteFrom('opt_out')", harm: 'opted out', why: 'START to one account cancels the STOP to every account', suite: contacts, only: 'from a recipient of two' },
  { file: code, find: "account_id = ${accountId}\n    and recipient", plant: "recipient", harm: 'another account', why: 'STOP to one account fails the scheduled texts of all accounts', suite: contacts, only: 'from a recipient of two' },
  { file: apply, find: ".where('account_id', '=', accountId)\n", plant: "", harm: 'another account', why: 'START to one account reports the contacts of all accounts', suite: contacts, only: 'from a recipient of two' },
  { file: code, find: "await failWaiting(context, trx, { accountId, phones: optedOutNow, number });", plant: "", harm: 'opted out', why: 'scheduled messages are still sent after STOP', suite: contacts, only: 'with STOP ends all messages' },
  { file: 'service/messages/statusMachine.ts', find: "['scheduled', 'queued'] as const", plant: "['queued'] as const", harm: 'opted out', why: 'a scheduled text is still sent after STOP', suite: contacts, only: 'with STOP ends all messages' },
  { file: code, find: "requested.filter((phone) => known.has(phone)).length", plant: "Math.max(requested.length, known.size)", harm: 'opted out', why: 'repeated STOP texts are confirmed each time', suite: contacts, only: 'with STOP ends all messages' },
  { file: code, find: "return requested.filter((phone) => known.has(phone)).length;", plant: "return 0;", harm: 'opted out', why: 'STOP is never confirmed', suite: contacts, only: 'with STOP ends all messages' },
  { file: 'service/messages/optIn.ts', find: "lifted > 0 || confirmed.length > 0;", plant: "lifted > 0 || confirmed.length >= 0;", harm: 'wrong', why: 'START from a subscriber is reported as an opt-in', suite: contacts, only: 'with START from a subscriber' },
  { file: apply, find: "...(optedIn?.consent && { consent: JSON.stringify(optedIn.consent) }),", plant: "", harm: 'opted out', why: 'START records no consent', suite: contacts, only: 'with START lets messages' },
  { file: 'service/contacts/reportOptOuts.ts', find: "previous_status: statuses.get(contact.phone) ?? null", plant: "previous_status: contact.status", harm: 'wrong', why: 'the events of STOP and START contain a wrong previous status', suite: contacts, only: 'with START lets messages' },
  { file: 'service/contacts/lockContacts.ts', find: "const existing = new Map(found.map(({ phone, status }) => [phone, status]));", plant: "const existing = new Map(phones.map((phone) => [phone, 'subscribed' as ContactStatus]));", harm: 'opted out', why: 'STOP from a stranger creates no contact', suite: contacts, only: 'with STOP from a stranger' },
  { file: 'service/messages/receive.ts', find: "if (!(await actOnKeyword(context, trx, receiver, row, arrival))) return false;", plant: "", harm: 'opted out', why: 'STOP is confirmed and has no effect', suite: contacts, only: 'with STOP ends all messages' },
  { file: 'service/messages/keywords/replyAutomatically.ts', find: "is_keyword_reply: true,", plant: "is_keyword_reply: false,", harm: 'opted out', why: 'the STOP blocks its own confirmation', suite: contacts, only: 'with STOP ends all messages' },
  { file: keyword, find: "const subscription = { status: 'subscribed', consent, confirms } as const;", plant: "const subscription = { status: 'pending', consent, confirms } as const;", harm: 'opted out', why: 'START leaves the contact pending', suite: contacts, only: 'with START lets messages' },
  { file: 'service/imports/importContacts.ts', find: "if (input.status === 'opted_out') optOuts.push({ number: null, phone });", plant: "", harm: 'opted out', why: 'an import of opt-outs records none', suite: contacts, only: 'sets who can receive messages' },
  { file: 'service/contacts/storeContacts.ts', find: "row.status !== status &&\n        row.status !== 'opted_out',", plant: "row.status !== status,", harm: 'opted out', why: 'an import shows people who opted out as subscribed', suite: contacts, only: 'sets who can receive messages' },
  { file: 'service/contacts/storeContacts.ts', find: "status: optOuts.get(input.phone)?.everywhereAt", plant: "status: false", harm: 'opted out', why: 'a deleted contact that opted out is imported as subscribed', suite: contacts, only: 'subscribes no one who has opted out' },
  { file: optOuts, find: ".select(['phone', 'number', 'created_at'])\n    .where('account_id', '=', accountId)", plant: ".select(['phone', 'number', 'created_at'])", harm: 'another account', why: 'an import applies the opt-outs of another account', suite: contacts, only: 'subscribes people who opted out of another' },
  { file: 'service/imports/validateRow.ts', find: "...(before.status === 'opted_out' && { status: before.status }),", plant: "", harm: 'opted out', why: 'a later row of a file cancels the opt-out of an earlier one', suite: contacts, only: 'sets who can receive messages' },
  { file: 'service/contacts/parseConsentTime.ts', find: "time.getTime() <= now.getTime() + clockDifference", plant: "time.getTime() <= now.getTime() + 1_000 * clockDifference", harm: 'opted out', why: 'a consent with a date in the future counts', suite: contacts, only: 'consent time in the (past|future)' },
  { file: optOuts, find: "row(arrival, '<=', toArrival(expression))", plant: "row('created_at', '<=', expression.receivedAt ?? expression.at)", harm: 'opted out', why: 'a late START lifts a newer STOP that a process with another clock received', suite: 'test/service/optOutOrder.test.ts', only: 'has a slow clock' },
  { file: optOuts, find: "row(arrival, '<=', toArrival(expression))", plant: "row(arrival, '<=', sql<Date>`now()`)", harm: 'opted out', why: 'a START that the service processes late lifts a newer STOP', suite: 'test/service/optOutOrder.test.ts', only: 'processed last' },
  { file: optOuts, find: 'and ${arrival} < ${arrivedAt}', plant: 'and false', harm: 'opted out', why: 'a START from before a repeated STOP lifts the opt-out', suite: 'test/service/optOutOrder.test.ts', only: 'newer of two STOPs' },
  { file: optOuts, find: 'and ${isText}::boolean', plant: '', harm: 'lost', why: 'an import that repeats an opt-out outweighs consent from before the import', suite: 'test/service/pglite/contacts.test.ts', only: 'repeats an opt-out' },
  { file: 'service/imports/importContacts.ts', find: 'for (const number of optedOutNumbers) optOuts.push({ number, phone });', plant: 'void optedOutNumbers;', harm: 'opted out', why: 'an import forgets who opted out of one number', suite: 'test/service/pglite/contacts.test.ts', only: 'single numbers' },
  { file: 'service/cli/exportRows.ts', find: "opted_out_numbers: opted_out_numbers.join(' '),", plant: 'opted_out_numbers: opted_out_numbers.length,', harm: 'opted out', why: 'an export loses who opted out of one number', suite: 'test/e2e/cli.postgres.test.ts', only: 'restores them exactly' },
];
