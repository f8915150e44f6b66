import type { Fault } from '../fault.ts';

const suite = 'test/service/pglite/broadcasts.test.ts';
const create = 'service/broadcasts/createMessages.ts';
const audience = 'service/broadcasts/readAudience.ts';
const status = 'service/broadcasts/changeStatus.ts';

// prettier-ignore
export const broadcasts: readonly Fault[] = [
  { file: create, find: "kind: 'created', messageId: row.id }", plant: "kind: 'postponed', dueAt: new Date(0) }", harm: 'sent twice', why: 'a recipient who has a message stays pending and gets another one', suite, only: 'sends each contact' },
  { file: create, find: ".where('status', '=', 'pending')\n", plant: "", harm: 'sent twice', why: 'recipients who have a message get another one', suite, only: 'sends each contact' },
  { file: 'service/recipients/phoneKey.ts', find: "equivalentNumbers(phone).sort()[0]!", plant: "phone", harm: 'sent twice', why: 'a phone with two spellings gets two texts', suite, only: 'two spellings' },
  { file: 'service/broadcasts/skippedReason.ts', find: "if (status === 'pending') return [[id, 'pending_consent']];", plant: "", harm: 'opted out', why: 'people who have not confirmed get the message', suite, only: 'must not or cannot' },
  { file: 'service/broadcasts/skippedReason.ts', find: "return inReview.has(phone) ? [[id, 'opt_out_in_review']] : [];", plant: "return [];", harm: 'opted out', why: 'people whose opt-out nobody has decided yet get the message', suite, only: 'must not or cannot' },
  { file: audience, find: "and not exists (\n", plant: "and exists (select) or not exists (\n", harm: 'opted out', why: 'people on an excluded list get the message', suite, only: 'reaches only its audience' },
  { file: audience, find: "and contact.attributes @> ${JSON.stringify(attributes)}::jsonb", plant: "and ${JSON.stringify(attributes)}::jsonb is not null", harm: 'wrong', why: 'the filter on attributes has no effect', suite, only: 'reaches only its audience' },
  { file: audience, find: "contact.created_at < coalesce(", plant: "contact.created_at > coalesce(", harm: 'wrong', why: 'contacts added before a time are left out rather than kept', suite, only: 'reaches only its audience' },
  { file: audience, find: "contacts: rows.filter((contact) => contact.matches && isInCountry(contact)),", plant: "contacts: rows.filter((contact) => contact.matches),", harm: 'wrong', why: 'the filter on countries has no effect', suite, only: 'reaches only its audience' },
  { file: 'service/broadcasts/expandAudience.ts', find: "if ((await countMissingLists(trx, audience)) > 0)", plant: "if ((await countMissingLists(trx, audience)) < 0)", harm: 'opted out', why: 'the deletion of an excluded list adds its people to the broadcast', suite, only: 'excluded list that was deleted' },
  { file: 'service/recipients/haltedBroadcasts.ts', find: "return status === 'running' ? [] : [[id, 'hold']];", plant: "return [];", harm: 'wrong', why: 'a paused broadcast continues to send', suite, only: 'sends nothing while it is paused' },
  { file: 'service/recipients/haltedBroadcasts.ts', find: "not_before = 'infinity', expires_at = null,", plant: "not_before = 'infinity',", harm: 'lost', why: 'messages expire while their broadcast is paused', suite, only: 'sends nothing while it is paused' },
  { file: 'service/dispatch/senderQueue.ts', find: "or ahead.not_before < 'infinity')", plant: "or ahead.not_before is not null)", harm: 'lost', why: 'a paused broadcast keeps other texts to its recipients waiting', suite, only: 'does not keep other texts' },
  { file: status, find: ".set({ judged_from: JSON.stringify(tally), is_releasing: true })", plant: ".set({ judged_from: JSON.stringify(tally) })", harm: 'lost', why: 'messages that were queued when a broadcast paused never leave', suite, only: 'sends nothing while it is paused' },
  { file: status, find: ".set({ judged_from: JSON.stringify(tally), is_releasing: true })", plant: ".set({ is_releasing: true })", harm: 'wrong', why: 'a resumed broadcast stops again immediately', suite, only: 'stops when too many messages fail' },
  { file: status, find: ".where('id', '=', id)\n    .where('account_id', '=', account.id)\n    .executeTakeFirst();", plant: ".where('id', '=', id)\n    .executeTakeFirst();", harm: 'another account', why: 'one account cancels the broadcast of another', suite, only: 'invisible to another' },
  { file: 'service/handlers/broadcast.ts', find: ".where('account_id', '=', account.id)\n    .where('id', '=', id)", plant: ".where('id', '=', id)", harm: 'another account', why: 'one account reads the recipients of another', suite, only: 'invisible to another' },
  { file: 'service/broadcasts/workOnBroadcasts.ts', find: "if (work.recipients > limits.broadcastRecipients)", plant: "if (!work.is_expanded && work.recipients > limits.broadcastRecipients)", harm: 'limit', why: 'a broadcast that is resumed texts more people than the limit', suite, only: 'too many recipients' },
  { file: 'service/broadcasts/moveWaiting.ts', find: "unsent.map(({ id }) => ({ messageId: id, to: 'canceled' })),", plant: "[],", harm: 'wrong', why: 'messages of a canceled broadcast still leave', suite, only: 'cancels everything' },
  { file: 'service/broadcasts/stopRules.ts', find: "if (finished < limits.broadcastTrial) return undefined;", plant: "", harm: 'wrong', why: 'the first failure stops a broadcast', suite, only: 'continues while failures' },
  { file: 'service/broadcasts/stopRules.ts', find: "since('opted_out') * 100 > opt_out_percent * reached", plant: "since('opted_out') > opt_out_percent * reached", harm: 'opted out', why: 'a broadcast continues although everybody opts out', suite, only: 'opt out after its message' },
  { file: 'service/recipients/recordReaction.ts', find: "and message.sent_at >= ${since}", plant: "and message.sent_at <= ${created_at} and ${since}::timestamptz is not null", harm: 'wrong', why: 'an opt-out a year later counts for a broadcast', suite, only: 'within a week' },
  { file: 'service/handlers/review.ts', find: "await countOptOut(call, found);", plant: "void countOptOut;", harm: 'opted out', why: 'a broadcast continues although people opt out in other words', suite, only: 'once somebody confirms' },
  { file: 'service/recipients/recordReaction.ts', find: "from reacted where not has_replied", plant: "from reacted", harm: 'wrong', why: 'a person who replies twice counts twice', suite, only: 'within a week' },
  { file: create, find: "if (refusal.code === 'sender_not_owned') return { kind: 'stop', reason: 'sender_released' };", plant: "", harm: 'lost', why: 'everybody is skipped when the sender of a broadcast is released', suite, only: 'its sender is released' },
  { file: create, find: "if (refusal.code === 'budget_spent') return { kind: 'stop', reason: 'budget_spent' };", plant: "", harm: 'lost', why: 'everybody is skipped once the budget is spent', suite: 'test/service/pglite/limits.test.ts', only: 'until its budget is spent' },
  { file: create, find: "await limitToBudget(step, now)", plant: "now", harm: 'limit', why: 'a broadcast ignores the budget of its account', suite: 'test/service/pglite/limits.test.ts', only: 'until its budget is spent' },
  { file: 'service/broadcasts/pace.ts', find: "greatest(work.paced_until, now())\n          + ${created}", plant: "now()\n          + 0 * ${created}", harm: 'wrong', why: 'a broadcast ignores its pace', suite, only: 'no faster than its pace' },
  { file: create, find: "if (isPaced && !(row instanceof", plant: "if (!isPaced && !(row instanceof", harm: 'wrong', why: 'messages that quiet hours held all leave at the same moment', suite, only: 'with a pace' },
  { file: 'service/broadcasts/createBroadcast.ts', find: "  await checkUnfinished(unit);\n", plant: "", harm: 'limit', why: 'an account creates any number of broadcasts', suite, only: 'a hundred others' },
  { file: 'service/broadcasts/workOnBroadcasts.ts', find: "if (waiting + countMessages(broadcast.tally, ['sent']) === 0) {", plant: "if (waiting === 0) {", harm: 'wrong', why: 'a broadcast completes before its messages arrive', suite, only: 'sends each contact' },
];
