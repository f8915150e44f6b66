import type { Fault } from '../fault.ts';

const http = 'test/service/pglite/conversations.test.ts';
const model = 'test/service/webhooks/burstModel.pglite.test.ts';

// prettier-ignore
export const bursts: readonly Fault[] = [
  { file: 'service/webhooks/bursts/holdTexts.ts', find: 'where burst.due_at > excluded.opened_at', plant: '', harm: 'wrong', why: 'a text joins a burst that is over while the service is busy', suite: model, only: 'between two texts' },
  { file: 'service/webhooks/bursts/holdTexts.ts', find: 'burst.opened_at + ${limits.burstLength} *', plant: 'burst.opened_at + 10 * ${limits.burstLength} *', harm: 'lost', why: 'somebody who keeps texting is never heard', suite: model, only: 'windows after the first' },
  { file: 'service/webhooks/bursts/holdTexts.ts', find: 'event_ids.length >= limits.burstTexts', plant: 'event_ids.length > 10 * limits.burstTexts', harm: 'limit', why: 'a burst grows without a limit', suite: model, only: 'texts$' },
  { file: 'service/webhooks/bursts/holdTexts.ts', find: "data.keyword === 'stop' ||", plant: '', harm: 'opted out', why: 'a receiver hears of a STOP only a minute later', suite: http, only: 'gets a STOP immediately' },
  { file: 'service/webhooks/bursts/holdTexts.ts', find: 'latestDueAt(webhook) <= due_at.getTime()', plant: 'latestDueAt(webhook) === 0', harm: 'lost', why: 'a workflow that waits for a reply never gets it', suite: http, only: 'before it expires' },
  { file: 'service/webhooks/bursts/holdTexts.ts', find: 'event_ids = burst.event_ids || excluded.event_ids', plant: 'event_ids = excluded.event_ids', harm: 'lost', why: 'a burst has only its last text', suite: model, only: 'once' },
  { file: 'service/webhooks/bursts/holdTexts.ts', find: "    await deliverNow(context, trx, late);\n", plant: "    await sql`delete from burst where webhook_id = ${late[0]!.webhook.id}`.execute(trx);\n", harm: 'lost', why: 'a new text removes a burst that is over', suite: model, only: 'between two texts' },
  { file: 'service/webhooks/bursts/holdTexts.ts', find: "    where conversation_id = ${texts[0]!.data.conversation_id}\n      and webhook_id", plant: "    where webhook_id", harm: 'wrong', why: 'the STOP of one person ends the bursts of everybody', suite: model, only: 'once' },
  { file: 'service/dispatch/correctFutureTimes.ts', find: "opened_at > ${now} + interval '1 minute'", plant: "opened_at > ${now} + interval '10 days'", harm: 'lost', why: 'received texts wait for hours after the clock is set back', suite: 'test/service/erasures/clockSetBack.test.ts', only: 'texts that wait' },
  { file: 'service/webhooks/bursts/closeBursts.ts', find: 'burst where due_at <= ${clock()}\n', plant: 'burst\n', harm: 'wrong', why: 'one burst that is over ends all others', suite: model, only: 'once' },
  { file: 'service/webhooks/bursts/closeBursts.ts', find: 'webhook.burst_seconds ?? 0', plant: 'webhook.burst_seconds ?? 3_600', harm: 'lost', why: 'texts wait for the window that the webhook no longer has', suite: http, only: 'gets what waits' },
  { file: 'service/webhooks/bursts/closeBursts.ts', find: 'Math.min(end, latestDueAt(webhook))', plant: 'end', harm: 'lost', why: 'a webhook that expires earlier than planned loses the texts that it holds', suite: http, only: 'shortly before it expires' },
  { file: 'service/webhooks/bursts/joinTexts.ts', find: '[...events].sort(byTime)', plant: '[...events].sort(byTime).reverse()', harm: 'wrong', why: 'the texts of a burst are in the reverse order', suite: http, only: 'gets quick texts' },
  { file: 'service/webhooks/bursts/joinTexts.ts', find: 'keyword: withKeyword?.keyword ?? null,', plant: '', harm: 'wrong', why: 'a burst hides that it contains a keyword', suite: http, only: 'gets a STOP immediately' },
  { file: 'service/webhooks/bursts/deliverBursts.ts', find: '      webhook_id: webhook.id,', plant: '', harm: 'sent twice', why: 'the list of events contains each text twice', suite: http, only: 'leaves the single events' },
  { file: 'service/handlers/event.ts', find: '...(row.webhook_id !== null && { webhookId: row.webhook_id }),', plant: '', harm: 'sent twice', why: 'webhooks without a window get joined texts when one of them is redelivered', suite: http, only: 'byte for byte' },
  { file: 'service/webhooks/planDeliveries.ts', find: 'const due = matches.filter((match) => !isHeld(match));', plant: 'const due = matches;', harm: 'sent twice', why: 'a webhook with a window gets each text alone as well', suite: http, only: 'gets quick texts' },
  { file: 'service/webhooks/planDeliveries.ts', find: "match.webhook.burst_seconds !== null && match.event.type === 'message.received'", plant: 'match.webhook.burst_seconds !== null', harm: 'wrong', why: 'a webhook with a window joins the statuses of messages', suite: http, only: 'keeps people and webhooks apart' },
  { file: 'service/runtime/loops.ts', find: "    watchEvery(periods.closeBursts, 'joining texts', closeBursts),\n", plant: '', harm: 'lost', why: 'no burst is ever delivered', suite: http, only: 'gets quick texts' },
  { file: 'service/webhooks/backfillWebhook.ts', find: " and ${isMessageEvent}", plant: '', harm: 'sent twice', why: 'a new webhook gets the joined texts of another one as well', suite: http, only: 'leaves the joined event' },
];
