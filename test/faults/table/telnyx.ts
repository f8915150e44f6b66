import type { Fault } from '../fault.ts';

const suite = 'test/service/carriers/providers/telnyx.test.ts';
const file = 'service/carriers/providers/telnyx/telnyx.ts';
const failure = 'service/carriers/providers/telnyx/telnyxFailure.ts';
const response = 'service/carriers/providers/telnyx/readTelnyxResponse.ts';

// prettier-ignore
export const telnyx: readonly Fault[] = [
  { file: response, find: "|40320)", plant: ")", harm: 'lost', why: 'texts fail in the first minutes after the purchase of their number', suite, only: 'of a new number' },
  { file: response, find: "|40318|", plant: "|", harm: 'limit', why: 'a sender whose queue at Telnyx is full stops the texts of everyone', suite, only: 'whose queue is full' },
  { file: 'service/messages/advance.ts', find: "has_media ? change : blameNoMedia(change)", plant: "has_media ? change : change", harm: 'wrong', why: 'a text that is too long fails because of media that it does not have', suite, only: 'whose text is too large' },
  { file, find: "  ['expired', 'expired'],\n", plant: '', harm: 'wrong', why: 'a message that expired at Telnyx stays sent for days', suite, only: 'covers a receipt' },
  { file, find: "verify(null, signed, toKey(key), octets)", plant: "toKey(key).type === 'public' && octets.length === 64 && signed.length > 0 && verify.length > 0", harm: 'forged', why: 'any signature of the right length counts', suite, only: 'does not count with' },
  { file, find: ' || !isRecent(timestamp, now)', plant: '', harm: 'forged', why: 'an old callback counts again', suite, only: 'for five minutes' },
  { file, find: "Buffer.from(`${timestamp}|`), body]", plant: "Buffer.from(`${timestamp}|`), Buffer.from(body.toString().trim())]", harm: 'forged', why: 'a callback counts with octets that nobody signed', suite, only: 'does not count with another body' },
  { file, find: "return isSigned && (messageId === undefined || isAddressed(body, path));", plant: "return isSigned && (messageId === undefined || isAddressed(body, ''));", harm: 'lost', why: 'no receipt counts at the URL of its message', suite, only: 'whom a receipt names' },
  { file, find: "url.endsWith(`/${path}`)", plant: "url.includes(path.slice(0, 9))", harm: 'forged', why: 'a receipt counts at the URL of another message', suite, only: 'at the URL of another message, which' },
  { file: failure, find: "String(code) === blocked && /\\bSTOP\\b/i.test(title)", plant: "String(code) === blocked && /\\bSTOPPED\\b/i.test(title)", harm: 'opted out', why: 'a recipient who opted out at Telnyx stays subscribed', suite, only: 'whom Telnyx refuses|refuses the message' },
  { file: failure, find: "String(code) === blocked && /", plant: "String(code) === blocked || /", harm: 'opted out', why: 'a blocked sender opts its recipients out', suite, only: 'refuses the message' },
  { file, find: "keyword: keywords.get(reply?.toUpperCase() ?? '')", plant: "keyword: keywords.get(reply?.toLowerCase() ?? '')", harm: 'opted out', why: 'a STOP that only Telnyx recognizes does not count', suite, only: 'takes a STOP' },
  { file: response, find: "if (status === 429) return", plant: "if (status === 430) return", harm: 'limit', why: 'the wait of a rate limit does not count', suite, only: 'asks for a pause' },
  { file: response, find: "return status >= 400 && status < 500 ? readRefusal(response) : undefined;", plant: "return readRefusal(response);", harm: 'wrong', why: 'an error of the server counts as a refusal, although the message may be on its way', suite, only: 'is left to the rules' },
  { file: response, find: "if (accountFault.test(code)) return", plant: "if (accountFault.test(body)) return", harm: 'lost', why: 'messages fail if the account has no funds', suite, only: 'is about the account' },
  { file: response, find: "|40312|40314)", plant: ")", harm: 'lost', why: 'messages fail while a messaging profile at Telnyx is disabled', suite, only: 'is about the account' },
  { file, find: "isRepliedTo: Boolean(reply),", plant: "isRepliedTo: !reply,", harm: 'sent twice', why: 'both Telnyx and the service reply to a STOP', suite, only: 'takes a STOP|whatever they are' },
];
