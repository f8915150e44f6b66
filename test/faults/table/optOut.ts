import type { Fault } from '../fault.ts';

const contacts = 'test/service/pglite/contacts.test.ts';
const code = 'service/messages/optOut.ts';
const keywords = 'service/lib/keyword.ts';

// prettier-ignore
export const optOut: readonly Fault[] = [
  { file: code, find: ".deleteFrom('opt_out')\n    .where('account_id', '=', accountId)", plant: ".deleteFrom('opt_out')", harm: 'opted out', why: 'START to one account cancels the STOP to every account', suite: contacts, only: 'from a recipient of two' },
  { file: code, find: ".select('id')\n    .where('account_id', '=', accountId)", plant: ".select('id')", harm: 'another account', why: 'STOP to one account fails the scheduled texts of all accounts', suite: contacts, only: 'from a recipient of two' },
  { file: code, find: ".set({ status: 'opted_out', updated_at: now })\n    .where('account_id', '=', accountId)", plant: ".set({ status: 'opted_out', updated_at: now })", harm: 'another account', why: 'STOP to one account opts out the contacts of all accounts', suite: contacts, only: 'from a recipient of two' },
  { file: code, find: "await failWaiting(context, trx, { accountId, phones: optedOutNow });", plant: "", harm: 'opted out', why: 'scheduled messages are still sent after STOP', suite: contacts, only: 'with STOP ends all messages' },
  { file: code, find: ".where('status', 'in', ['scheduled', 'queued'])", plant: ".where('status', 'in', ['queued'])", harm: 'opted out', why: 'a scheduled text is still sent after STOP', suite: contacts, only: 'with STOP ends all messages' },
  { file: code, find: "if (news.length === 0) return 0;", plant: "if (news.length === 0) return phones.length;", harm: 'opted out', why: 'repeated STOP texts are confirmed each time', suite: contacts, only: 'with STOP ends all messages' },
  { file: code, find: "return requested.filter((phone) => known.has(phone)).length;", plant: "return 0;", harm: 'opted out', why: 'STOP is never confirmed', suite: contacts, only: 'with STOP ends all messages' },
  { file: code, find: "if (!lifted) return false;", plant: "", harm: 'wrong', why: 'START from a subscriber is reported as an opt-in', suite: contacts, only: 'with START from a subscriber' },
  { file: code, find: "...(consent && { consent: JSON.stringify(consent) }),", plant: "", harm: 'opted out', why: 'START records no consent', suite: contacts, only: 'with START lets messages' },
  { file: code, find: "previous_status: before.get(contact.phone) ?? null,", plant: "previous_status: contact.status,", harm: 'wrong', why: 'the event of STOP contains a wrong previous status', suite: contacts, only: 'with STOP ends all messages' },
  { file: code, find: "const data = { ...toContact(contact), previous_status: before.get(contact.phone) ?? null };", plant: "const data = { ...toContact(contact), previous_status: null };", harm: 'wrong', why: 'the event of START contains no previous status', suite: contacts, only: 'with START lets messages' },
  { file: code, find: "const existing = new Map(found.map(({ phone, status }) => [phone, status]));", plant: "const existing = new Map(phones.map((phone) => [phone, 'subscribed' as ContactStatus]));", harm: 'opted out', why: 'STOP from a stranger creates no contact', suite: contacts, only: 'with STOP from a stranger' },
  { file: keywords, find: "'CANCEL', 'END'", plant: "'END'", harm: 'opted out', why: '"cancel" is ignored', suite: 'test/service/keyword.test.ts' },
  { file: keywords, find: "const stopsAsFirstWord = ['STOP', 'UNSUBSCRIBE'];", plant: "const stopsAsFirstWord = ['STOP'];", harm: 'opted out', why: '"unsubscribe me" is ignored', suite: 'test/service/keyword.test.ts' },
  { file: keywords, find: "start: ['START', 'UNSTOP'],", plant: "start: ['START'],", harm: 'opted out', why: 'UNSTOP is ignored', suite: 'test/service/keyword.test.ts' },
  { file: keywords, find: "'REVOKE', 'OPTOUT', 'OPT OUT'],", plant: "'OPTOUT', 'OPT OUT'],", harm: 'opted out', why: 'REVOKE, which the law names, is ignored', suite: 'test/service/keyword.test.ts' },
  { file: keywords, find: ".normalize('NFKC')", plant: ".normalize('NFC')", harm: 'opted out', why: 'STOP in full-width letters is ignored', suite: 'test/service/keyword.test.ts' },
  { file: keywords, find: ".replace(/[^\\p{L}\\p{N}\\s]/gu, ' ')", plant: "", harm: 'opted out', why: '"STOP." with punctuation is ignored', suite: 'test/service/keyword.test.ts' },
  { file: keywords, find: "stopsAsFirstWord.includes(words[0] ?? '')", plant: "words.some((word) => stopsAsFirstWord.includes(word))", harm: 'opted out', why: '"please do not stop" opts out', suite: 'test/service/keyword.test.ts' },
  { file: keywords, find: "help: ['HELP', 'INFO'],", plant: "help: ['INFO'],", harm: 'wrong', why: 'HELP gets no reply', suite: 'test/service/keyword.test.ts' },
  { file: 'service/messages/receive.ts', find: 'if (!(await applyKeyword(context, trx, keyword, { accountId, phone: text.from }))) return false;', plant: '', harm: 'opted out', why: 'STOP is confirmed and has no effect', suite: contacts, only: 'with STOP ends all messages' },
  { file: 'service/messages/receive.ts', find: "is_keyword_reply: true,", plant: "is_keyword_reply: false,", harm: 'opted out', why: 'the STOP blocks its own confirmation', suite: contacts, only: 'with STOP ends all messages' },
  { file: 'service/messages/receive.ts', find: "status: 'subscribed',\n        consent: { source: 'Reply START', at: iso(context.clock()) },", plant: "status: 'pending',\n        consent: { source: 'Reply START', at: iso(context.clock()) },", harm: 'opted out', why: 'START leaves the contact pending', suite: contacts, only: 'with START lets messages' },
  { file: 'service/imports/importContacts.ts', find: "if (input.status === 'opted_out') optedOut.push(input.phone);", plant: "", harm: 'opted out', why: 'an import of opt-outs records none', suite: contacts, only: 'sets who can receive messages' },
  { file: 'service/contacts/storeContacts.ts', find: "row.status !== status &&\n        row.status !== 'opted_out',", plant: "row.status !== status,", harm: 'opted out', why: 'an import shows people who opted out as subscribed', suite: contacts, only: 'sets who can receive messages' },
  { file: 'service/contacts/storeContacts.ts', find: "status: optedOut.has(input.phone)", plant: "status: false", harm: 'opted out', why: 'a deleted contact that opted out is imported as subscribed', suite: contacts, only: 'subscribes no one who has opted out' },
  { file: 'service/contacts/readOptOuts.ts', find: ".where('account_id', '=', accountId)\n    .where('phone', 'in', phones)", plant: ".where('phone', 'in', phones)", harm: 'another account', why: 'an import applies the opt-outs of another account', suite: contacts, only: 'subscribes people who opted out of another' },
  { file: 'service/imports/validateRow.ts', find: "...(before.status === 'opted_out' && { status: before.status }),", plant: "", harm: 'opted out', why: 'a later row of a file cancels the opt-out of an earlier one', suite: contacts, only: 'sets who can receive messages' },
  { file: 'service/messages/requireConsent.ts', find: "time.getTime() <= now.getTime() + clockDifference", plant: "time.getTime() <= now.getTime() + 1_000 * clockDifference", harm: 'opted out', why: 'a consent with a date in the future counts', suite: contacts, only: 'consent time in the (past|future)' },
];
