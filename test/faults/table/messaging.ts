import type { Fault } from '../fault.ts';

const encode = { file: 'service/messaging/encode.ts', suite: 'test/service/encode.test.ts' };
const quiet = { file: 'service/messaging/quietHours.ts', suite: 'test/service/quietHours.test.ts' };
const phone = { file: 'service/messaging/phone.ts', suite: 'test/service/phone.test.ts' };
const schedule = { file: 'service/delivery/schedule.ts', suite: 'test/service/schedule.test.ts' };
const registration = {
  file: 'service/messaging/registrationFaults.ts',
  suite: 'test/service/registrationFaults.test.ts',
};
const status = {
  file: 'service/messaging/statusMachine.ts',
  suite: 'test/service/advance.test.ts',
};
const advance = { file: 'service/messaging/advance.ts', suite: 'test/service/advance.test.ts' };
const messages = 'test/service/pglite/messages.test.ts';
const contacts = 'test/service/pglite/contacts.test.ts';
const marketing = 'test/service/pglite/marketing.test.ts';

// prettier-ignore
export const messaging: readonly Fault[] = [
  { ...encode, find: "const gsm7 = { alone: 160, part: 153 };", plant: "const gsm7 = { alone: 160, part: 160 };", harm: 'wrong', why: 'long texts are counted and cut as if their parts held 160 characters' },
  { ...encode, find: "const ucs2 = { alone: 70, part: 67 };", plant: "const ucs2 = { alone: 67, part: 67 };", harm: 'wrong', why: 'a text of 70 wide characters is charged as two' },
  { ...encode, find: "if (next.index > start) end = next.index;", plant: "if (next.index > start) end = start + ucs2.part;", harm: 'wrong', why: 'an emoji is cut in two between parts' },
  { ...encode, find: "if (wanted === 'gsm7' && gsm7Parts === undefined) return undefined;", plant: "", harm: 'wrong', why: 'a text that must be GSM-7 goes out in UCS-2 and costs more' },
  { ...encode, find: "smart && wanted !== 'ucs2' ? simplified(text) : text", plant: "smart ? simplified(text) : text", harm: 'wrong', why: 'quotes are replaced though UCS-2 is asked for' },
  { ...encode, find: "sentText: sent === text ? null : sent,", plant: "sentText: null,", harm: 'wrong', why: 'smart encoding is counted and not sent' },
  { ...encode, find: "[...parts, text.slice(start)];", plant: "parts;", harm: 'lost', why: 'the end of a long text is not sent' },
  { ...encode, find: "const size = septets.get(char)?.length;", plant: "const size = septets.has(char) ? 1 : undefined;", harm: 'wrong', why: 'characters of the extension count as one' },
  { ...quiet, find: "const opens = 8;", plant: "const opens = 7;", harm: 'wrong', why: 'marketing goes out from 7 in the morning' },
  { ...quiet, find: "const closes = 21;", plant: "const closes = 22;", harm: 'wrong', why: 'marketing goes out until 10 in the evening' },
  { ...quiet, find: "const zones = zonesOf(contactZone) ?? areaZonesOf(phone);", plant: "const zones = areaZonesOf(phone);", harm: 'wrong', why: 'marketing wakes a contact who is in another time zone' },
  { ...quiet, find: "Math.max(time, ...zones.map((zone) => openingIn(zone, time)))", plant: "Math.min(...zones.map((zone) => openingIn(zone, time)))", harm: 'wrong', why: 'marketing goes out where it is day in one of two zones only' },
  { ...quiet, find: "quiet_zones && (zonesOf(contactZone) ?? quiet_zones)", plant: "zonesOf(contactZone) ?? quiet_zones", harm: 'wrong', why: 'a one-time code waits for the morning' },
  { ...quiet, find: "const day = local.hour < opens ? local : local.plus({ days: 1 });", plant: "const day = local.plus({ days: 1 });", harm: 'wrong', why: 'marketing after midnight waits a day too long' },
  { ...quiet, find: "return opening && opening > now ? opening : undefined;", plant: "return undefined;", harm: 'wrong', why: 'marketing that waits in line goes out at night' },
  { ...quiet, find: "hour: opens, minute: 0, second: 0, millisecond: 0", plant: "hour: opens", harm: 'wrong', why: 'marketing waits beyond the end of the quiet hours' },
  { ...phone, find: "const key = `${defaultCountry} ${written}`;", plant: "const key = written;", harm: 'another account', why: "a number is read with another account's country" },
  { ...phone, find: "{ defaultCountry, extract: false }", plant: "{ defaultCountry }", harm: 'wrong', why: 'a number within a sentence counts as a recipient' },
  { ...phone, find: "number.isPossible() ? number.number : undefined", plant: "number.number", harm: 'wrong', why: 'a number that is too short is accepted' },
  { ...phone, find: "/[A-Za-z]/.test(written) ? written :", plant: "", harm: 'forged', why: 'a name with a number of the account in it passes for that number' },
  { ...schedule, find: "const delay = delays[attempt - 1];", plant: "const delay = delays[attempt];", harm: 'lost', why: 'deliveries are given up one attempt too early' },
  { ...schedule, find: "delay * (0.8 + 0.4 * random())", plant: "delay", harm: 'down', why: 'what failed together is retried together' },
  { ...schedule, find: "Math.min(retryAfterMs ?? 0, longestRetryAfter)", plant: "0", harm: 'limit', why: 'Retry-After of a receiver is ignored' },
  { ...schedule, find: "const longestRetryAfter = 24 * hour;", plant: "const longestRetryAfter = 24_000 * hour;", harm: 'lost', why: 'a receiver puts a delivery off for years' },
  { ...registration, find: "entity_type === 'SOLE_PROPRIETOR' || ein !== undefined", plant: "true", harm: 'wrong', why: 'a business registers without a tax number and is refused days later' },
  { ...registration, find: "url.username === '' &&", plant: "", harm: 'wrong', why: 'an address with a password in it is submitted' },
  { ...registration, find: "!privateEnding.test(url.hostname)", plant: "true", harm: 'wrong', why: 'an address that no reviewer can open is submitted' },
  { ...registration, find: "if (plain(message_flow) === plain(description)) {", plant: "if (message_flow === description) {", harm: 'wrong', why: 'the description is submitted again as the proof of consent' },
  { ...registration, find: "use_case !== 'MARKETING' || samples.some(namesStop)", plant: "true", harm: 'opted out', why: 'a marketing campaign without a way out is submitted' },
  { ...registration, find: "namesStop(help_message)", plant: "true", harm: 'opted out', why: 'a help message that names no way out is submitted' },
  { ...registration, find: "if (has_links && found === -1) {", plant: "if (false) {", harm: 'wrong', why: 'a campaign with links is submitted without a sample of one' },
  { ...status, find: "\n  delivered: [],", plant: "\n  delivered: ['undelivered'],", harm: 'wrong', why: 'a late receipt turns what was delivered into undelivered' },
  { ...status, find: "canceled: [],", plant: "canceled: ['queued', 'sent'],", harm: 'sent twice', why: 'what was canceled is sent' },
  { ...status, find: "failed: [],", plant: "failed: ['sent'],", harm: 'sent twice', why: 'what has failed is sent after all' },
  { ...status, find: "queued: ['sent', 'canceled', 'failed', 'expired'],", plant: "queued: ['sent', 'failed', 'expired'],", harm: 'wrong', why: 'what is queued cannot be canceled' },
  { ...status, find: "'expired', 'unconfirmed'],", plant: "'unconfirmed'],", harm: 'wrong', why: 'a carrier that says "expired" is not heard' },
  { ...advance, find: "return from !== undefined && transitions[from].includes(to);", plant: "return from !== undefined;", harm: 'sent twice', why: 'a message leaves its final status' },
  { ...advance, find: "sequence = message.sequence + 1,", plant: "sequence = message.sequence,", harm: 'wrong', why: 'events of a message cannot be put in order' },
  { ...advance, find: "previous_status: previousStatus, keyword: null", plant: "previous_status: row.status, keyword: null", harm: 'wrong', why: 'events name a wrong previous status' },
  { ...advance, find: "delivered_at = case when change.status = 'delivered' then ${at} else message.delivered_at end,", plant: "delivered_at = case when change.final then ${at} else message.delivered_at end,", harm: 'wrong', why: 'what has failed shows a time of delivery' },
  { ...advance, find: "final_at = case when change.final then ${at} else message.final_at end", plant: "final_at = ${at}", harm: 'lost', why: 'a message counts as over once it is sent' },
  { ...advance, find: "order by id for update", plant: "order by id", harm: 'wrong', why: 'two receipts at the same moment tell of two ends', suite: 'test/e2e/advance.postgres.test.ts', only: 'ends once where two' },
  { file: 'service/messaging/recordEvents.ts', find: "account_id: event.accountId,", plant: "account_id: news[0]!.accountId,", harm: 'another account', why: "one account's events are shown to another", suite: marketing, only: 'tells each account of its own' },
  { file: 'service/messaging/registrationReview.ts', find: "const accountId = decided[index]!.account_id;", plant: "const accountId = decided[0]!.account_id;", harm: 'another account', why: 'an account is told of the registration of another', suite: marketing, only: 'tells each account of its own' },
  { file: 'service/messaging/registrationReview.ts', find: ".where('review_at', '<=', clock())", plant: "", harm: 'wrong', why: 'a registration is decided before its review', suite: marketing, only: 'is decided once its own review is over' },
  { file: 'service/messaging/marketingRefusal.ts', find: "campaign?.status === 'approved'", plant: "campaign", harm: 'wrong', why: 'marketing goes out under a campaign that is not approved', suite: marketing, only: 'that is approved lets marketing through' },
  { file: 'service/messaging/marketingRefusal.ts', find: "recipientCountry === 'US' &&", plant: "", harm: 'wrong', why: 'marketing abroad is refused for want of a campaign', suite: marketing, only: 'is asked for of marketing' },
  { file: 'service/messaging/holdLists.ts', find: ".where('account_id', '=', accountId)", plant: "", harm: 'another account', why: 'a contact is put on the list of another account', suite: contacts, only: 'a list of one account is none of another' },
  { file: 'service/messaging/judgeRow.ts', find: "if (cells.length !== columns.count) {", plant: "if (cells.length > columns.count) {", harm: 'wrong', why: 'a row with a cell too few is imported askew', suite: contacts, only: 'is told of every row that is refused' },
  { file: 'service/messaging/judgeRow.ts', find: "lines.push(line);", plant: "", harm: 'wrong', why: 'an import counts no updates', suite: contacts, only: 'may name a number twice' },
  { file: 'service/messaging/judgeRow.ts', find: "if (input.consent) requireConsent(call, input.consent, '/consent');", plant: "", harm: 'opted out', why: 'an import takes a consent from the future', suite: contacts, only: 'has no consent from a time' },
  { file: 'service/http/serveOperation.ts', find: 'if (earlier) return earlier;', plant: '', harm: 'wrong', why: 'an import runs again with the idempotency key of another one', suite: contacts, only: 'counts once for one idempotency key' },
  { file: 'service/messaging/importContacts.ts', find: 'refused: reports.flatMap(({ refused }) => refused),', plant: 'refused: reports[0]!.refused,', harm: 'lost', why: 'the rows that a long import refuses are not told', suite: contacts, only: 'however far apart' },
  { file: 'service/messaging/importContacts.ts', find: "updated += isNew ? lines.length - 1 : lines.length;", plant: "updated += lines.length;", harm: 'wrong', why: 'an import counts its new contacts as updated too', suite: contacts, only: 'becomes contacts with all their details' },
  { file: 'service/messaging/storeContacts.ts', find: "last_name: fn.coalesce('excluded.last_name', 'contact.last_name'),", plant: "last_name: sql<string | null>`excluded.last_name`,", harm: 'lost', why: 'an import empties what its file leaves out', suite: contacts, only: 'updates who is there' },
  { file: 'service/messaging/storeContacts.ts', find: "const attributes = sql<string>`contact.attributes || excluded.attributes`;", plant: "const attributes = sql<string>`excluded.attributes`;", harm: 'lost', why: 'an import drops the attributes that a contact has', suite: contacts, only: 'updates who is there' },
  { file: 'service/messaging/importContacts.ts', find: "await holdLists(call.trx, { accountId, ids: lists, pointer: () => '/list_id' });", plant: "", harm: 'another account', why: 'a file is imported to a list that is not there', suite: contacts, only: 'needs a list that is there' },
  { file: 'service/messaging/draftMessages.ts', find: "if (known.optedOut.has(recipient)) throw new ServiceError('recipient_opted_out');", plant: "", harm: 'opted out', why: 'a text to someone who opted out is accepted', suite: contacts, only: 'of STOP can be noted' },
  { file: 'service/messaging/draftMessages.ts', find: ".select(['id', 'phone', 'time_zone', listIds])\n          .where('account_id', '=', account.id)", plant: ".select(['id', 'phone', 'time_zone', listIds])", harm: 'another account', why: 'a message goes to the contact of another account', suite: messages, only: 'to a contact of another account' },
  { file: 'service/messaging/draftMessages.ts', find: ".select('phone')\n          .where('account_id', '=', account.id)", plant: ".select('phone')", harm: 'another account', why: 'STOP to one account ends the messages of all', suite: contacts, only: 'from a recipient of two' },
  { file: 'service/messaging/draftMessages.ts', find: ".select(['number', 'type', 'country', 'is_default', 'campaign_id', 'carrier'])\n          .where('account_id', '=', account.id)", plant: ".select(['number', 'type', 'country', 'is_default', 'campaign_id', 'carrier'])", harm: 'forged', why: 'a message goes out from the number of another account', suite: messages, only: 'to a contact of another account' },
  { file: 'service/messaging/draftMessages.ts', find: "ahead < -graceMs", plant: "ahead < -10_000 * graceMs", harm: 'wrong', why: 'a message for yesterday goes out today', suite: messages, only: 'for a moment ago' },
  { file: 'service/delivery/sweep.ts', find: "atLeast: 72 * hour", plant: "atLeast: 1 * hour", harm: 'lost', why: 'receipts of the second and third day are lost', suite: 'test/service/sweep.test.ts' },
  { file: 'service/delivery/sweep.ts', find: "(context) => expireUnsent(context),", plant: "", harm: 'wrong', why: 'a message that no carrier takes never ends', suite: 'test/service/sweep.test.ts' },
  { file: 'service/delivery/sweep.ts', find: ".where('submitting_at', 'is', null)", plant: "", harm: 'sent twice', why: 'what a carrier has in hand expires under it', suite: 'test/service/sweep.test.ts' },
  { file: 'service/messaging/catchUp.ts', find: "{ now: clock(), webhookId: webhook.id }", plant: "{ now: clock() }", harm: 'sent twice', why: 'a new webhook has the others get again what they have had', suite: 'test/service/pglite/webhooks.test.ts', only: 'gives no other webhook again' },
  { file: 'service/messaging/catchUp.ts', find: "select id from message where in_reply_to = any(${ids}::text[])", plant: "select id from message where false", harm: 'lost', why: 'who waits for an answer misses one that came early', suite: 'test/service/pglite/webhooks.test.ts', only: 'gets once what had happened before' },
  { file: 'service/delivery/sweep.ts', find: "limits.idempotencyHours * hour", plant: "limits.idempotencyHours * 60_000", harm: 'sent twice', why: 'idempotency keys are forgotten within the hour', suite: 'test/service/sweep.test.ts' },
  { file: 'service/delivery/dispatch.ts', find: "rows.filter(({ id }) => !found.has(id)),", plant: "rows,", harm: 'sent twice', why: 'what a carrier took right before a crash is sent again', suite: 'test/e2e/cutOffSubmit.postgres.test.ts' },
  { file: 'service/messaging/encode.ts', find: 'const gsm7 = { alone: 160, part: 153 };', plant: 'const gsm7 = { alone: 160, part: 157 };', harm: 'wrong', why: 'a preview counts fewer segments than are sent', suite: 'test/service/pglite/messages.test.ts', only: 'a preview counts' },
];
