import type { Fault } from '../fault.ts';

const unit = 'test/service/smpp.test.ts';
const link = 'test/service/smppLink.test.ts';
const receipts = 'test/service/receipts.test.ts';
const incoming = 'test/e2e/incoming.postgres.test.ts';
const smpp = 'service/carriers/smpp/smpp.ts';
const linkCode = 'service/carriers/smpp/link.ts';
const reading = 'service/carriers/smpp/incoming.ts';
const joining = 'service/carriers/smpp/joinParts.ts';
const matching = 'service/dispatch/receipts.ts';
const addresses = 'service/carriers/sameAddress.ts';
const writing = 'service/dispatch/writeParts.ts';
const adopting = 'service/dispatch/matchOrphanReceipts.ts';
const routing = 'service/carriers/carriers.ts';
const address = 'service/carriers/smpp/addressFields.ts';
const receiving = 'service/messages/receive.ts';
const spellings = 'service/lib/equivalentNumbers.ts';

// prettier-ignore
export const carriers: readonly Fault[] = [
  { file: addresses, find: 'own!.length === named!.length ?', plant: 'own!.length !== named!.length ?', harm: 'wrong', why: 'a receipt counts for the same number in another area', suite: receipts, only: 'in another area' },
  { file: addresses, find: "const comparedDigits = 7;", plant: "const comparedDigits = 2;", harm: 'wrong', why: 'a receipt counts for a message whose recipient ends in the same two digits', suite: receipts, only: 'last six digits' },
  { file: matching, find: "isSameAddress(part.recipient, recipient)", plant: "(recipient !== '')", harm: 'wrong', why: 'a receipt counts whatever recipient it names', suite: receipts, only: 'another recipient' },
  { file: matching, find: "isSameAddress(part.sender, sender) &&", plant: "sender !== '' &&", harm: 'forged', why: 'a receipt counts whatever sender it names', suite: receipts, only: 'another sender' },
  { file: matching, find: "(part.ref === ref || part.outcome === null) &&", plant: "", harm: 'wrong', why: 'an early receipt counts as a second one of an earlier message', suite: receipts, only: 'has its receipt' },
  { file: addresses, find: ".replace(/^\\+/, '')", plant: "", harm: 'lost', why: 'receipts for short codes with a plus are lost', suite: receipts, only: 'short code' },
  { file: addresses, find: ".toLowerCase()", plant: "", harm: 'lost', why: 'receipts for names in another case are lost', suite: receipts, only: 'short code' },
  { file: addresses, find: "if (named === '') return true;", plant: "if (named === 'none') return true;", harm: 'lost', why: 'receipts that name no address are lost', suite: receipts, only: 'names no addresses' },
  { file: adopting, find: "&& others.length === 0", plant: "", harm: 'wrong', why: 'a receipt counts for the first of two matching messages', suite: receipts, only: 'none of two' },
  { file: adopting, find: " && !is_ambiguous;", plant: ";", harm: 'wrong', why: 'a receipt counts for a message although another one is being submitted', suite: receipts, only: 'the carrier may still get' },
  { file: adopting, find: "const isOnly = reference === null &&", plant: "const isOnly =", harm: 'wrong', why: 'a receipt counts for a message whose reference it does not name', suite: receipts, only: 'does not name' },
  { file: adopting, find: "received_at.getTime() < settled", plant: "received_at.getTime() > 0", harm: 'wrong', why: 'a receipt that overtakes its response counts for another message', suite: receipts, only: 'would have come' },
  { file: adopting, find: "      and ${cameAfter(context.clock())}\n", plant: "", harm: 'lost', why: 'a message that was sent after a receipt makes it ambiguous', suite: receipts, only: 'another one was sent after it' },
  { file: adopting, find: "      and ${cameAfter(context.clock())}\n", plant: "      and receipt.received_at >= message.created_at\n", harm: 'lost', why: 'a receipt without a response never counts if somebody sets the clock back before it arrives', suite: receipts, only: 'somebody set the clock back' },
  { file: 'service/runtime/sweep.ts', find: "atLeast: 72 * hour", plant: "atLeast: 24 * hour", harm: 'lost', why: 'receipts from the second and the third day are lost', suite: receipts, only: 'waits three days' },
  { file: 'service/runtime/sweep.ts', find: "afterExpiry: 24 * hour", plant: "afterExpiry: 0", harm: 'lost', why: 'a message with a long validity is given up when it expires', suite: receipts, only: 'beyond its time to live' },
  { file: 'service/runtime/sweep.ts', find: "              .where('receipt.matched', '=', false)\n              .where(canBeAbout(new Date(now))),", plant: "              .where('receipt.matched', '=', false),", harm: 'wrong', why: 'a message with a receipt for another one is never given up', suite: receipts, only: 'under the same ID' },
  { file: 'service/erasures/lateReceipts.ts', find: "delete from receipt where", plant: "update receipt set sender = null, recipient = null where", harm: 'wrong', why: 'after a day, a receipt for another message counts', suite: receipts, only: 'under the same ID' },
  { file: matching, find: "            (received_at >= part.created_at ||\n              part.created_at > now ||\n              !waiting.includes(receipt)) &&\n", plant: "", harm: 'wrong', why: 'an old receipt settles a new message with its ID', suite: receipts, only: 'before its creation' },
  { file: matching, find: "              part.created_at > now ||\n", plant: "", harm: 'lost', why: 'a receipt that waits while somebody sets the clock back never counts', suite: receipts, only: 'clock was set back' },
  { file: matching, find: " or message.created_at > ${now})", plant: ")", harm: 'lost', why: 'nobody looks again for the receipts that waited while somebody set the clock back', suite: receipts, only: 'clock was set back' },
  { file: matching, find: "  ${cameAfter(now)}\n  and ", plant: "  ", harm: 'wrong', why: 'a message with an old receipt under its ID is never given up', suite: receipts, only: 'before its creation' },
  { file: writing, find: "select from message where message.id = part.message_id and", plant: "select from message where", harm: 'lost', why: 'a message that never got a receipt keeps its ID forever', suite: receipts, only: 'gives its ID' },
  { file: writing, find: "part.outcome is not null or not exists", plant: "part.outcome is not null or exists", harm: 'wrong', why: 'a receipt counts for the later of two messages with one ID', suite: receipts, only: 'keeps its ID' },
  { file: receiving, find: " and sender = ${to}", plant: "", harm: 'wrong', why: 'a reply belongs to a question from another number', suite: receipts, only: 'its own number' },
  { file: receiving, find: 'account_id = ${accountId} and recipient = spelling.phone', plant: 'recipient = spelling.phone', harm: 'another account', why: 'a reply belongs to a message of the account that had the number before', suite: receipts, only: 'had the number before' },
  { file: receiving, find: " and not is_keyword_reply", plant: "", harm: 'wrong', why: 'a reply belongs to the confirmation of a keyword', suite: receipts, only: 'reply to a keyword' },
  { file: receiving, find: 'and (sent_at is not null or submitting_at is not null and claim < ${lastClaim})', plant: "and ${lastClaim} <> ''", harm: 'wrong', why: 'a reply belongs to a message that was not sent yet', suite: receipts, only: 'reply to a keyword' },
  { file: receiving, find: 'candidate.left_at desc, candidate.id desc', plant: 'candidate.id desc', harm: 'wrong', why: 'a reply belongs to the question that was created last, not to the one that left last', suite: receipts, only: 'left last' },
  { file: 'service/dispatch/openInbox.ts', find: "if (outcomes.some((outcome) => outcome !== 'postponed')) onSubmitResponses();", plant: "", harm: 'wrong', why: 'messages to one recipient wait for the next poll after each response', suite: receipts, only: 'so that waiting messages' },
  { file: 'service/carriers/smpp/receiver.ts', find: "respond(outcome === 'postponed' ? status.temporary : status.ok)", plant: "respond(status.ok || outcome.length * 0)", harm: 'lost', why: 'a text that could not be stored is acknowledged', suite: link, only: 'could not be stored' },
  { file: 'service/carriers/smpp/receiver.ts', find: "if (outcomes[at] === 'postponed') refs.keep(part, texts[at]!.ref);", plant: "void outcomes;", harm: 'wrong', why: 'a text that is sent again after a failure is stored twice', suite: link, only: 'could not be stored' },
  { file: smpp, find: "nextReference++ & 0xff", plant: "nextReference & 0xff", harm: 'wrong', why: 'the parts of two long texts are mixed on the handset', suite: link, only: 'those of the next' },
  { file: smpp, find: "seconds / 86_400,", plant: "0,", harm: 'wrong', why: 'a message that is valid for days expires early', suite: link, only: 'seconds is valid' },
  { file: smpp, find: "(seconds / 3600) % 24", plant: "seconds / 3600", harm: 'wrong', why: 'the validity of more than a day is malformed', suite: link, only: 'seconds is valid' },
  { file: smpp, find: "Math.max(60, ", plant: "Math.max(0, ", harm: 'wrong', why: 'a message has a shorter validity than carriers accept', suite: link, only: 'seconds is valid' },
  { file: joining, find: "const hourMs = 3_600_000;", plant: "const hourMs = 360_000;", harm: 'wrong', why: 'a long text is split if its parts arrive minutes apart', suite: link, only: 'joins the existing parts' },
  { file: joining, find: "some.every(({ received_at })", plant: "some.some(({ received_at })", harm: 'wrong', why: 'a long text is split although its last part has just arrived', suite: link, only: 'joins the existing parts' },
  { file: joining, find: "const repeatMs = 5 * 60_000;", plant: "const repeatMs = 0;", harm: 'sent twice', why: 'a text arrives twice if all of its parts come again', suite: link, only: 'ignores a part' },
  { file: joining, find: "incoming_part.joined_at > ${before(now, repeatMs)}", plant: "incoming_part.joined_at is not null", harm: 'lost', why: 'a long text that a device sends again is lost', suite: link, only: 'each time' },
  { file: joining, find: "(received_at > joined_at && received_at", plant: "(received_at < joined_at && received_at", harm: 'lost', why: 'a long text that begins like the previous one is split', suite: link, only: 'reference if one of its parts' },
  { file: joining, find: "incoming_part.joined_at + interval '1 millisecond'", plant: "incoming_part.joined_at", harm: 'lost', why: 'the next text loses a part that arrives in the same millisecond', suite: link, only: 'reference if one of its parts' },
  { file: joining, find: "isComplete(unjoined) ? join(unjoined) : []", plant: "isComplete(selectNew(rows)) ? join(selectNew(rows)) : []", harm: 'wrong', why: 'a repeat is mixed with the text after it', suite: link, only: 'does not mix' },
  { file: joining, find: "received_at.getTime() >= since", plant: "since > 0", harm: 'wrong', why: 'a repeat is mixed with a text that begins minutes later', suite: link, only: 'does not mix' },
  { file: joining, find: "return { joined, left };", plant: "return { joined, left: [] };", harm: 'lost', why: 'a part is lost if the text before it is incomplete', suite: link, only: 'all have the same reference' },
  { file: joining, find: "update incoming_part as part set joined_at = greatest(${now}, part.received_at)\n          from ", plant: "delete from incoming_part as part\n          using ", harm: 'wrong', why: 'a part that comes again becomes a separate text', suite: link, only: 'ignores a part' },
  { file: joining, find: "\n            and part.received_at = joined.received_at`", plant: "`", harm: 'lost', why: 'a part that arrives while the text before it is stored is lost', suite: link, only: 'while a text is stored' },
  { file: joining, find: "${startedAt}${numbers}", plant: "${startedAt}", harm: 'lost', why: 'the last part is lost if it arrives while the others are stored', suite: link, only: 'while a text is stored' },
  { file: joining, find: "joined_at < ${before(now, repeatMs + momentMs)}", plant: "false", harm: 'wrong', why: 'the parts of long texts stay in the database forever', suite: link, only: 'ignores a part' },
  { file: joining, find: "and part.joined_at is null)`", plant: "and false)`", harm: 'lost', why: 'a repeat is deleted although a new text may contain it', suite: link, only: 'keeps a repeat' },
  { file: joining, find: "  `${sender} ${recipient} ${reference} ${parts}`", plant: "  `${sender} ${recipient} ${parts}`", harm: 'wrong', why: 'the parts of two long texts of one sender are mixed', suite: link, only: 'mixed with those' },
  { file: joining, find: "rows.toSorted((a, b) => a.part - b.part)", plant: "rows.toSorted((a, b) => b.part - a.part)", harm: 'wrong', why: 'the parts of a long text are joined in reverse order', suite: link, only: 'mixed with those' },
  { file: joining, find: "`${rowKey(parts[0]!)} ${startedAt}", plant: "`${sender} ${recipient} ${startedAt}", harm: 'lost', why: 'one of two long texts that begin at the same time is lost', suite: link, only: 'mixed with those' },
  { file: 'service/carriers/smpp/receiver.ts', find: "(turns[at] ??= [])", plant: "(turns[0] ??= [])", harm: 'lost', why: 'of two long texts that arrive together, one is lost', suite: link, only: 'all have the same reference' },
  { file: 'service/carriers/smpp/receiver.ts', find: "turn.filter((part) => !postponed.has(textKey(part)))", plant: "turn", harm: 'lost', why: 'a part overtakes an earlier one that the database could not store, and two texts are mixed', suite: link, only: 'the first could not be stored' },
  { file: 'service/carriers/smpp/textRefs.ts', find: "return `${text.id}-${fingerprint}`;", plant: "return text.id;", harm: 'lost', why: 'a text is lost if another one had its ID before', suite: link, only: 'those of other texts' },
  { file: linkCode, find: "Math.min(windowSize() - inWindow, bucket.level())", plant: "bucket.level()", harm: 'limit', why: 'the window is ignored', suite: link, only: 'than its window' },
  { file: linkCode, find: "    bucket.take();\n", plant: "", harm: 'limit', why: 'the throughput is ignored', suite: link, only: 'no faster' },
  { file: linkCode, find: "if (lastResponded > number) release();", plant: "if (number > 0) release();", harm: 'lost', why: 'a stalled carrier gets window after window', suite: link, only: 'if the carrier stalls' },
  { file: linkCode, find: "if (overdue.size >= window) end(new Error('The carrier does not respond to submits'));", plant: "if (overdue.size < 0) end();", harm: 'down', why: 'a link is kept forever although its whole window got no response', suite: link, only: 'if the carrier stalls' },
  { file: linkCode, find: "if (error instanceof SessionLostError) isRecovering = true;", plant: "void error;", harm: 'lost', why: 'each new link to a failing carrier gets a whole window', suite: link, only: 'after a lost link' },
  { file: linkCode, find: "        isRecovering = false;\n", plant: "", harm: 'limit', why: 'a link that was lost once stays slow forever', suite: link, only: 'after a lost link' },
  { file: 'service/carriers/smpp/session.ts', find: "...getCACertificates('default'), ca", plant: "ca", harm: 'down', why: 'a configured certificate replaces the authorities of the system', suite: link, only: 'of the system in addition' },
  { file: 'service/carriers/smpp/session.ts', find: "...(ca && {", plant: "...(ca && { rejectUnauthorized: false,", harm: 'leaked', why: 'the password goes to any server', suite: link, only: 'unknown authority: another' },
  { file: reading, find: "if (kind === intermediateKind) return { kind: 'note' };", plant: "void intermediateKind;", harm: 'wrong', why: 'an intermediate notification ends a message', suite: unit, only: 'on its way' },
  { file: reading, find: "!(guessesReceipts && receiptText?.isWhole)", plant: "!receiptText?.isWhole", harm: 'forged', why: 'a person can type a receipt', suite: unit, only: 'has typed' },
  { file: reading, find: "(pdu.message_state !== undefined && readReceiptedId(pdu) !== undefined)", plant: "pdu.message_state !== undefined", harm: 'forged', why: 'a text from a person counts as a receipt if a field is set', suite: unit, only: 'no person can set' },
  { file: reading, find: "...(receiptAddresses !== 'none' && { to: from }),", plant: "to: from,", harm: 'lost', why: 'receipts from a carrier that hides recipients are lost', suite: unit, only: 'the carrier keeps them' },
  { file: address, find: "(ton === national || (ton === unknown && address.startsWith('0')))", plant: "ton === undefined", harm: 'opted out', why: 'STOP from a number in national format opts out a stranger', suite: unit, only: 'from a carrier of' },
  { file: address, find: "/^[1-9]\\d{0,14}$/.test(digits)", plant: "digits !== ''", harm: 'wrong', why: 'a national number with a leading zero is converted to E.164', suite: unit, only: '^an address' },
  { file: address, find: "if (national && !validE164(`+${address}`, country)) return national;", plant: "void national;", harm: 'opted out', why: 'STOP from a number in national format without a leading 0 is lost', suite: unit, only: 'from a carrier of' },
  { file: address, find: "digits.slice(code.length)", plant: "digits", harm: 'lost', why: 'national numbers are submitted with their country code', suite: unit, only: 'in its national form' },
  { file: routing, find: "if (owner === simulated) return isSimulated(one.carrier);", plant: "", harm: 'forged', why: 'messages from an invented name leave over a real carrier', suite: unit, only: 'only the simulated carrier if' },
  { file: routing, find: "one.carrier.name === owner || isNamed(one, from)", plant: "one.carrier.name !== ''", harm: 'forged', why: 'messages from a number leave over a carrier that it does not belong to', suite: unit, only: 'carrier (that )?offered it' },
  { file: routing, find: "return !isOnlySimulated || isSimulated(one.carrier);", plant: "return one.carrier.name !== '' || isOnlySimulated;", harm: 'forged', why: 'messages from an earlier simulated name leave over a real carrier', suite: unit, only: 'with an unknown owner' },
  { file: routing, find: "all.toSorted((a, b) => Number(isSimulated(a)) - Number(isSimulated(b)))", plant: "all", harm: 'wrong', why: 'the simulated carrier claims the names of real ones', suite: unit, only: 'rather than to the simulated' },
  { file: spellings, find: "[/^\\+54([1-8]\\d{9})$/, '+549$1'],", plant: "", harm: 'opted out', why: 'STOP has no effect for an Argentine number with the 9', suite: unit, only: 'is the same as' },
  { file: spellings, find: "[/^\\+521([2-9]\\d{9})$/, '+52$1'],", plant: "", harm: 'opted out', why: 'STOP from a Mexican number with the 1 has no effect for the number without it', suite: unit, only: 'is the same as' },
  { file: spellings, find: "[/^\\+55([1-9]\\d)([6-9]\\d{7})$/, '+55$19$2'],", plant: "[/^\\+55([1-9]\\d)(\\d{8})$/, '+55$19$2'],", harm: 'opted out', why: 'STOP from a Brazilian landline opts out a mobile number', suite: unit, only: 'no other spelling' },
  { file: 'service/messages/optOut.ts', find: "const phones = allSpellings(requested);", plant: "const phones = [...requested].sort();", harm: 'opted out', why: 'STOP has no effect for the other spelling of a number', suite: incoming, only: 'both spellings' },
  { file: 'service/messages/optIn.ts', find: "const phones = equivalentNumbers(phone);", plant: "const phones = [phone];", harm: 'opted out', why: 'START has no effect for the other spelling of a number', suite: incoming, only: 'both spellings' },
  { file: 'service/lib/sanitizeText.ts', find: "text.replaceAll('\\0', '').toWellFormed()", plant: "text", harm: 'lost', why: 'a text with a zero byte is lost', suite: incoming, only: 'cannot store' },
  { file: 'service/carriers/storeEach.ts', find: "/^(22|23|54)[0-9A-Z]{3}$/", plant: "/^99[0-9A-Z]{3}$/", harm: 'down', why: 'a text that can never be stored is redelivered forever', suite: incoming, only: 'never store it: 22021' },
  { file: 'service/carriers/storeEach.ts', find: "const outcome = isPermanent(error) ? 'dropped' : 'postponed';", plant: "const outcome: InboxOutcome = 'dropped';", harm: 'lost', why: 'a text is lost while the database is unreachable', suite: incoming, only: 'temporary error' },
  { file: 'service/dispatch/openInbox.ts', find: "for (const outcome of outcomes) incoming.inc({ kind, outcome });", plant: "void incoming;", harm: 'wrong', why: 'lost texts are not counted', suite: incoming, only: 'never store it: 22021' },
  { file: receiving, find: "outcome === 'unassigned' ? 'unassigned' : 'accepted'", plant: "'accepted'", harm: 'lost', why: 'texts to a number that no account holds vanish without a trace', suite: receipts, only: 'no account holds' },
  { file: 'service/dispatch/openInbox.ts', find: "reportedAt = now;", plant: "", harm: 'limit', why: 'each text to a number that no account holds fills the log', suite: receipts, only: 'no account holds' },
  { file: 'service/dispatch/openInbox.ts', find: "const bareOutcomes = await storeBatch(bare, store, onFailure);", plant: "const bareOutcomes: InboxOutcome[] = [];", harm: 'down', why: 'a message whose ID can never be stored is submitted forever', suite: incoming, only: 'a response without an ID' },
  { file: 'service/carriers/tokenBucket.ts', find: 'const now = performance.now();', plant: 'const now = Date.now();', harm: 'down', why: 'a carrier gets no messages for hours after the clock is set back', suite: 'test/service/smppLinkClock.test.ts' },
  { file: 'service/runtime/bootstrap.ts', find: 'type, carrier = simulated } = offered;', plant: 'type } = offered, carrier = simulated;', harm: 'down', why: 'the first account cannot send from the number of a real carrier', suite: 'test/service/bootstrap.test.ts', only: 'from a real carrier that offers it' },
  { file: 'service/carriers/handset/handset.ts', find: '(a.data.dueAt ?? 0) - (b.data.dueAt ?? 0)', plant: '0', harm: 'wrong', why: 'a handset that was delayed sends its receipts in the wrong order', suite: 'test/service/handset.test.ts' },
];
